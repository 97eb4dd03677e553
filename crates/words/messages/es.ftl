### Lo que dice Qaissa, en español. El fichero inglés tiene las mismas claves con los mismos datos.
### Las razones y los fallos van en medio de una frase: sin mayúscula y sin punto final.

## Palabras

color-white = Blancas
color-black = Negras
a-pawn = un peón
a-knight = un caballo
a-bishop = un alfil
a-rook = una torre
a-queen = una dama
a-king = un rey

## Reglamentos

variant-chess = Ajedrez
variant-chess960 = Ajedrez 960
variant-cantwell = Ajedrez cuántico con amplitudes (Cantwell)
variant-auden = Ajedrez cuántico con monedas (Auden)
variant-gates = Ajedrez cuántico con puertas
variant-touch = Ajedrez al tacto (Akl)
variant-unknown = no hay reglamento «{ $variant }»; hay { $known }
variant-no-options = «{ $variant }»: este reglamento no tiene opciones, tampoco «{ $option }»
variant-option = «{ $variant }»: aquí no hay opción «{ $option }», solo { $known }
variant-value = «{ $variant }»: { $option } no puede ser «{ $value }», es un número { $expected }
variant-seed-missing = «{ $variant }» muestra el reparto, así que necesita una semilla: touch:open,seed=7

## Finales

reason-checkmate = jaque mate
reason-stalemate = ahogado
reason-king-lost = el rey se ha perdido
reason-king-attacked = el rey quedó atacado
reason-no-moves = no hay jugada legal
reason-bare-kings = solo quedan los reyes
reason-insufficient-material = ningún bando tiene material para dar mate
reason-threefold-repetition = la posición se ha dado tres veces
reason-fivefold-repetition = la posición se ha dado cinco veces
reason-fifty-moves = cincuenta jugadas sin progreso
reason-seventy-five-moves = setenta y cinco jugadas sin progreso
reason-resignation = abandono
reason-agreement = de común acuerdo
reason-time-forfeit = se acabó el tiempo
reason-abandonment = el rival se ha ido
reason-adjudication = por adjudicación
reason-declared = según consta en la partida
end-win = Ganan las { $winner ->
    [white] blancas
   *[black] negras
}: { $reason }
end-draw = Tablas: { $reason }
claim-none = no hay tablas que reclamar: la posición no se ha dado tres veces, ni ha habido cincuenta jugadas sin captura ni movimiento de peón

## Jugadas

ply-refused = jugada { $ply }: { $error }
move-refused = { $mv } no es legal: { $reason }
move-unreadable = «{ $mv }» no es una jugada
refusal-not-a-move = eso no es una jugada
refusal-not-legal = las reglas no lo permiten aquí
refusal-ambiguous = podría ser cualquiera de { $candidates }
refusal-over = la partida ha terminado ({ $end })
refusal-outcome-missing = puede salir de más de una manera, y el texto no dice cuál
refusal-outcome-impossible = no puede salir así
refusal-not-chosen = el azar dice qué resulta, así que hay que escribirla sin eso
refusal-undecided = primero hay que sortear qué resulta, antes de que pueda seguir «{ $rest }»
refusal-trailing = sobra «{ $rest }» detrás de una jugada completa
illegal-empty-square = no hay ninguna pieza en { $square }
illegal-not-yours = la pieza de { $square } es del rival
illegal-own-piece-on = en { $square } hay una pieza propia
illegal-cannot-reach = { $piece } no puede ir de { $from } a { $to }
illegal-blocked = una pieza en { $square } cierra el paso
illegal-stays-in-check = el rey está en jaque y seguiría en jaque
illegal-exposes-king = el rey quedaría en jaque
illegal-promotion-missing = un peón que llega a la última fila debe decir en qué se convierte: q, r, b o n
illegal-promotion-wrong = solo se convierte un peón que llega a la última fila, y en dama, torre, alfil o caballo
illegal-castling-lost = el rey o esa torre se ha movido, así que ya no hay enroque por ahí
illegal-castling-out-of-check = un rey en jaque no puede enrocarse
illegal-castling-into-check = el rey pasaría por una casilla atacada o acabaría en ella
illegal-none-can-reach = { $role ->
    [pawn] ningún peón
    [knight] ningún caballo
    [bishop] ningún alfil
    [rook] ninguna torre
    [queen] ninguna dama
   *[king] ningún rey
} puede ir a { $to }
illegal-not-in-chess = en ajedrez no existe esa jugada
forbidden-pawn = un peón solo se divide entre un paso y dos, donde las reglas lo permiten, y nunca se fusiona
forbidden-same-twice = { $square } está escrita dos veces
forbidden-taken = en { $square } hay otra clase de pieza, al menos quizá
forbidden-different-pieces = en { $first } y { $second } hay clases distintas de pieza
forbidden-variant = { $written } no encaja; aquí la variante es { $right ->
    [none] ninguna, porque no hay nada que medir
   *[other] { $right }
}
forbidden-nothing-asked = no se mide nada, así que no tiene resultado
forbidden-too-large = la superposición necesitaría { $needed } MiB, y a esta partida le quedan { $limit } MiB
forbidden-budget = { $budget ->
    [0] no hay presupuesto para dividir
    [one] tu única moneda está abierta; antes una captura debe resolverla
   *[other] tus { $budget } monedas están abiertas; antes una captura debe resolver alguna
}
forbidden-coexistence = en { $square } puede haber una pieza propia, y ninguna casilla tiene dos piezas
forbidden-captures = en { $square } puede haber un enemigo, y una división nunca captura
forbidden-pawn-blocked = en { $square } puede haber una pieza, y un peón solo avanza a donde no puede haber nada
forbidden-no-branch = no hay ninguna rama en la que se pueda hacer
forbidden-digits = { $coins ->
    [one] se resuelve una moneda, así que tras .c debe haber una cifra
   *[other] se resuelven { $coins } monedas, así que tras .c debe haber { $coins } cifras
}
forbidden-neither-reaches = { $one } no puede ir de { $from } a { $to }, y { $other } tampoco
forbidden-nothing-taken = x significa captura, y en { $square } no hay nada
forbidden-not-found = «{ $text }» no dice qué se encontró; tiene la forma { "{" }a1=R,c3=N{ "}" }
forbidden-not-measured = la pieza de { $square } no se mide
forbidden-measured-too = la pieza de { $square } también se mide, así que hay que escribir qué era
forbidden-not-of-type = la pieza de { $square } es { $one } o { $other }
forbidden-not-touchable = la pieza de { $square } no tiene jugada, así que no se puede tocar
forbidden-touched = la pieza de { $square } está tocada y debe mover; basta nombrar su destino, como -c3
forbidden-touch-first = primero hay que tocar una pieza, como b1
forbidden-must-move = la pieza de { $square } puede mover, así que debe hacerlo
forbidden-cannot-move = la pieza de { $square } es { $piece } y no puede mover, así que el turno acaba al tocarla

## Posiciones

fen-error = «{ $text }» no es una posición: { $fault }
fen-empty = está vacía
fen-ranks = { $found ->
    [one] el tablero tiene una fila en vez de ocho
   *[other] el tablero tiene { $found } filas en vez de ocho
}
fen-rank-length = { $found ->
    [one] la fila { $rank } del tablero describe una casilla en vez de 8
   *[other] la fila { $rank } del tablero describe { $found } casillas en vez de 8
}
fen-piece = «{ $letter }» en la fila { $rank } del tablero no es una pieza
fen-turn = el turno es «{ $field }» en vez de w o b
fen-castling = los enroques «{ $field }» no son ni - ni letras como KQkq
fen-en-passant = la casilla de captura al paso «{ $field }» no es ni - ni una casilla
fen-counter = el contador «{ $field }» no es un número
fen-extra = «{ $field }» es un campo de más
fen-missing-king = falta un rey
fen-too-many-kings = un bando tiene más de un rey
fen-pawns-on-backrank = hay un peón en la primera o en la última fila
fen-opposite-check = el bando que no juega está en jaque
fen-impossible-check = el rey no puede haber recibido estos jaques a la vez
fen-castling-rights = un enroque nombra un rey o una torre que no está en su casilla
fen-en-passant-square = ningún peón puede haber pasado ahora por la casilla de captura al paso
fen-cluster = el grupo «{ $cluster }» no se entiende; debe ser como a3c3:1=0.6,2=0.8i, cada tablero una vez
fen-cluster-square = la casilla { $square } está dos veces, o no hay pieza en ella
fen-norm = los pesos del grupo «{ $cluster }» suman { $sum } en lugar de 1
fen-never-occupied = en ninguna rama hay una pieza en { $square }
fen-coin-fields = coins, pieces y boards deben darse juntos
fen-coins = «{ $coins }» no nombra a los dueños de las monedas con w y b dentro del presupuesto
fen-pieces = «{ $pieces }» no nombra piezas inciertas y todas las monedas, como c4e2a4:0,1
fen-boards = «{ $boards }» no es un tablero por cada resultado de las monedas, con cada pieza en una de sus casillas
fen-behind = «{ $text }» no nombra los segundos tipos de peones, como e4:R,d5:N
fen-qubits = «{ $text }» no nombra cúbits de piezas que los tengan, como c3:+,d1:-i; son 0, 1, +, -, +i y -i
fen-systems = «{ $text }» no nombra sistemas de dos a siete piezas mezcladas, como c3d1/f6d8
fen-unmoved = «{ $text }» no nombra piezas que no se han movido, como a1h1, o - si no hay ninguna
fen-second = «{ $text }» no es un tipo secundario (p, n, b, r o q; tras known= P, N, B, R, Q o ?) por cada pieza que no sea rey
fen-sure = «{ $text }» no nombra piezas clásicas y cuál de sus tipos son, como e4:P
fen-seen = «{ $text }» no dice cuántas veces resultaron piezas ocultas ser de su tipo primario, como b1:2 o N:1
fen-bag = las bolsas «{ $text }» no contienen lo que está oculto, con un máximo de 15 tipos por bando
fen-too-many-hidden = un bando tiene { $count } piezas con tipos ocultos, y en su bolsa hay menos
fen-undealt = se han de mostrar ambos tipos, y ni second= ni una semilla los dice
fen-touched = «{ $text }» no es una pieza clásica del bando que juega que pueda moverse
fen-number = «{ $text }» no es un número posible aquí
fen-refused = las reglas del ajedrez no la permiten

## Partidas escritas

record-error = línea { $line }, columna { $column }: { $fault }
record-tag = una etiqueta debe ser como [Nombre "texto"]
record-tag-twice = la etiqueta { $name } aparece dos veces con textos distintos
record-open-comment = este comentario no termina
record-glyph = «{ $text }» no es un símbolo; los hay de $0 a $255 y ! ? !! ?? !? ?!
record-nothing-before = no hay jugada antes de «{ $text }»
record-open-variation = una variante no termina
record-no-variation = aquí no hay variante que cerrar
record-too-deep = hay variantes a más de { $limit } niveles
record-stray = «{ $text }» no significa nada aquí
record-after-result = «{ $text }» está detrás del resultado
record-results = la etiqueta dice { $tag }, las jugadas acaban en { $moves }
record-result = «{ $text }» no es un resultado
record-version = este programa lee partidas hasta la versión { $newest }, no «{ $text }»
record-too-long = la partida tiene más de { $limit } bytes
record-empty = no hay ninguna partida
comment-clock = el reloj «{ $text }» no es un tiempo como 0:05:00
game-error = partida { $number }, { $error }
replay-variation = en una variante, { $error }
replay-result = la partida dice { $stated }, pero las jugadas dicen: { $shown }

## Sorteos que se pueden comprobar

unfair-missing = falta la etiqueta { $tag }, así que los sorteos no se pueden comprobar
unfair-unreadable = la etiqueta { $tag } dice «{ $text }», que no son { $digits } cifras hexadecimales
unfair-commitment = la semilla no es aquella a la que se comprometió el servidor antes de la partida
unfair-seal = se cambió la semilla, un nonce o el nombre de la partida: el sello no encaja
unfair-deal = la partida dice { $stated }, pero la semilla reparte { $drawn }
unfair-outcome = turno { $turn } en el orden de juego: la partida dice «{ $stated }», pero la semilla saca «{ $drawn }»
unfair-turn = turno { $turn } en el orden de juego: { $error }
unfair-nothing-to-take-back = turno { $turn } en el orden de juego: no hay nada que deshacer
unfair-played = el orden de juego lleva a otros turnos que los de la partida

## Línea de órdenes

lang-unknown = no hay idioma «{ $text }»; hay en y es
usage = { $what } («qaissa help» dice más)
file-error = no se puede leer { $file }: { $error }
url-large = { $url } ocupa más de { $limit } MiB
output-error = no se puede escribir la respuesta: { $error }
threads-error = no se pueden iniciar los hilos: { $error }
superposed-squares = En superposición:
linked-squares = Enlazadas:
quantum-squares = En estado cuántico:
touched-square = Tocada: { $square }
outcomes-too-many = { $mv } puede resultar de { $count } maneras; se cuentan { $most } como máximo
branches-too-many = la superposición tiene { $count } tableros; se pueden listar { $most } como mucho
turn = Juegan las { $side ->
    [white] blancas
   *[black] negras
}
claim-open = Se pueden reclamar tablas: { $reason }
legal-moves = { $count ->
    [one] 1 jugada legal:
   *[other] { $count } jugadas legales:
}
verify-report = { $games ->
    [one] 1 partida,
   *[other] { $games } partidas,
} { $plies ->
    [one] 1 jugada reproducida
   *[other] { $plies } jugadas reproducidas
}
verify-fair = { $games ->
    [one] En 1 partida se comprobaron los sorteos con su semilla:
   *[other] En { $games } partidas se comprobaron los sorteos con su semilla:
} { $steps ->
    [one] 1 paso
   *[other] { $steps } pasos
}
verify-empty = no hay ninguna partida en { $file }
verify-broken = { $broken ->
    [one] 1 partida de { $file } está rota
   *[other] { $broken } partidas de { $file } están rotas
}
bench-plain = la simulación simple no está de acuerdo: { $error }
bench-serve-behind = demasiado: solo se hicieron { $done } jugadas por segundo
bench-serve-database = no hay base de datos para la medición: { $error }
bench-serve-errors = { $errors ->
    [one] demasiado: algo ha fallado
   *[other] demasiado: han fallado { $errors } cosas
}
bench-serve-late = demasiado: una jugada de cada cien se comunicó con { $milliseconds } ms de retraso o más
bench-serve-seat = un jugador de la medición se quedó sin sitio: { $error }
bench-serve-start = el servidor no arranca: { $error }
bench-wrong = { $case }: sale { $found } en vez de { $expected }

## Consola

play-welcome = { $game }: { $white } (Blancas) contra { $black } (Negras)
moves-chess = e4, Cf3, exd5, O-O, e8=D, o de casilla a casilla: e2e4, g1f3, e7e8q
moves-cantwell = b1c3, b1^a3c3 (dividir), a3c3^b5 (fusionar), e7e8q, e1g1 (enroque)
moves-auden = b1c3, b1^a3c3 (dividir), e7e8q, e1g1 (enroque)
moves-gates = b1c3, o b1xc3 si captura; el azar decide lo que se mide
moves-touch = b1 para tocar una pieza y luego su destino: c3
play-how = Escribe una jugada, como { $mv }, o ayuda.
play-watch = Ctrl-C detiene la partida un momento.
play-move = { $side }: { $mv }
play-perhaps = Quizá querías { $moves }.
play-thinking = { $player } está pensando
play-progress = { $player }: profundidad { $depth }, { $worth }, { $mv }
play-computer-gone = Ahora juegas tú con { $side }; ayuda dice cómo guardar la partida.
play-paused = Intro continúa, o una orden>
play-paused-how = Juegan dos ordenadores: Intro los deja seguir, ayuda dice las órdenes.
play-resign-sure = ¿Abandonar esta partida? (sí/no)
play-over-sure = ¿Interrumpir esta partida sin resultado? (sí/no)
play-reset-sure = ¿Empezar de nuevo? Se pierden las jugadas hechas. (sí/no)
play-quit-sure = ¿Dejar esta partida? No está en ningún archivo; guardar ARCHIVO la conserva. (sí/no)
play-draw-offer = { $side }, ¿aceptáis tablas? (sí/no)
play-draw-alone = Un ordenador no acuerda tablas, y no hay ninguna que reclamar: en este juego llegan solas.
play-over-already = La partida ya ha terminado.
play-broken-off = La partida fue interrumpida.
play-again = ¿Otra vez? (sí, no, o nueva para otra partida)
play-again-how = sí juega lo mismo otra vez, nueva pregunta por otra partida, no termina; también valen deshacer, guardar ARCHIVO y las demás órdenes.
play-lang = Hablando español.
play-no-square = «{ $text }» no es una casilla; las casillas van de a1 a h8.
play-undo-told = Desde entonces se ha sabido algo que estaba oculto, y eso no se puede deshacer.
play-undo-chance = En lo deshecho intervino el azar: jugado otra vez, puede resultar de otra manera.
play-undo-none = No hay nada que deshacer.
help-moves = Una jugada se escribe { $moves }.
help-commands =
    tablero  muestra el tablero
    girar  le da la vuelta
    jugadas  lista las jugadas legales
    reglas  cuenta las reglas
    evaluar  dice quién está mejor
    pista  muestra las mejores jugadas
    evaluar jugada J  dice lo que vale una jugada, y su probabilidad
    ramas  muestra los tableros superpuestos, con sus pesos
    entrelazada CASILLA  dice con qué está ligada una casilla
    deshacer  retira una jugada
    tablas  reclama u ofrece tablas
    abandonar  se rinde
    terminar  interrumpe la partida
    guardar ARCHIVO  conserva la partida
    cargar ARCHIVO  sigue con una guardada
    pgn  escribe la partida
    fen  escribe la posición
    reiniciar  empieza de nuevo
    idioma en  sigue en inglés
    ayuda  escribe esto
    salir  termina
help-keys =
    El tabulador completa jugadas y órdenes, las flechas traen lo ya escrito,
    Ctrl-C detiene a un ordenador que piensa.
player-human = una persona
player-random = el jugador al azar
player-bot = { $name }
player-unknown = no hay jugador «{ $text }»; hay human, { $known }, y cualquier programa UCI por su ruta
yes = sí/si
no = no/n
command-help = ayuda/?
command-rules = reglas
command-board = tablero
command-moves = jugadas
command-evaluate = evaluar
command-move = jugada
command-hint = pista
command-branches = ramas
command-entangled = entrelazada/entrelazado
command-undo = deshacer
command-draw = tablas
command-resign = abandonar
command-over = terminar
command-reset = reiniciar
command-save = guardar
command-load = cargar
command-pgn = pgn
command-fen = fen
command-flip = girar
command-lang = idioma
command-quit = salir
command-alone = { $command } va sola: nada la sigue.
command-square = ¿Qué casilla? Escribe { $command } y una casilla, como { $command } c3.
command-file = ¿Qué archivo? Escribe { $command } y el nombre de un archivo.
command-language = ¿Qué idioma? Escribe { $command } en para inglés, { $command } es para español.
command-which-move = ¿Qué jugada? Escribe { $command } y una jugada.

## Consola: antes de una partida

start-games =
    ¿Qué juego?
    { $games }
start-game = Número o nombre (Intro: ajedrez contra el ordenador):
start-opponents =
    ¿Contra quién?
      1 a 8  el ordenador: 1 es un principiante, 8 todo lo que puede
      h      otra persona ante este teclado
      c      nadie: ordenador contra ordenador
start-opponent = Nivel o letra (Intro: nivel 3, llevas las blancas):
start-colour = Tu color: b para blancas, n para negras, a al azar (Intro: blancas):
start-white = Nivel de las blancas, de 1 a 8 (Intro: 3):
start-black = Nivel de las negras, de 1 a 8 (Intro: 3):
start-unclear = «{ $text }» no responde a esto.
about-chess = el juego clásico
about-cantwell = las piezas se dividen, se fusionan, interfieren y se miden
about-auden = las piezas se dividen con monedas, que lanzan las capturas
about-gates = piezas de dos tipos a la vez, cada una con una puerta cuántica
about-touch = tocar una pieza decide lo que es
answer-human = h/humano/persona
answer-watch = c/ordenador/ordenadores/mirar
answer-white = b/blancas
answer-black = n/negras
answer-random = a/azar
answer-new = nueva

## Consola: probabilidades y relatos

odds-pass = { $odds } de que se haga
odds-coins = { $odds } de que se haga; { $coins ->
    [one] se lanza una moneda
   *[other] se lanzan { $coins } monedas
}
odds-measures = mide { $squares }
odds-types = { $types }
the-pawn = el peón
the-knight = el caballo
the-bishop = el alfil
the-rook = la torre
the-queen = la dama
the-king = el rey
story-asked-piece = Pregunta: ¿está { $piece } en { $square }?
story-asked-way = Pregunta: ¿está { $piece } en { $square }, y libre el camino a { $target }?
story-asked-empty = { $count ->
    [one] Pregunta: ¿está vacía { $squares }?
   *[other] Pregunta: ¿están vacías todas: { $squares }?
}
story-answer-yes = La probabilidad del sí era { $odds }, y la respuesta es sí: la jugada se hace.
story-answer-no = La probabilidad del sí era { $odds }, y la respuesta es no: nada se mueve, y el turno se ha gastado.
story-asked-places = Pregunta: ¿dónde está { $pieces }?
story-coins = { $coins ->
    [one] Se lanzó una moneda: { $flips }.
   *[other] Se lanzaron { $coins } monedas: { $flips }.
}
story-made = La probabilidad de que se hiciera la jugada era { $odds }, y se hace.
story-failed = La probabilidad de que se hiciera la jugada era { $odds }, y no se hace: el turno se ha gastado.
story-taken = En { $square } cae { $piece }.
story-not-there = En { $square } no se halla { $piece }.
story-changed = Cambios: { $changes }.
story-change-empty = { $square } { $was } → vacía
story-change-sure = { $square } { $was } → segura
story-change-odds = { $square } { $was } → { $now }
story-entangled = Entrelazado: { $piece } ha pasado por { $squares }, donde puede haber una pieza.
story-takes-where = Entrelazado: { $piece } captura en { $square } donde hay una pieza, y se queda en { $origin } donde no.
story-gate = La puerta { $gate } actúa sobre { $squares }.
story-asked-types = { $count ->
    [one] Pregunta: ¿qué es la pieza de { $squares }?
   *[other] Pregunta: ¿qué son las piezas de { $squares }?
}
story-found = Medido: { $mv } (la probabilidad de justo esto era { $odds })
story-now = Ahora { $changes }.
story-is-sure = { $square } es { $piece }
story-is-mixed = { $square } es { $one } o { $other }
story-linked = Enlazadas: { $squares } se medirán juntas.
story-touched = La pieza de { $square } es { $piece } (la probabilidad era { $odds }).
story-touched-promotes = La pieza de { $square } es un peón (la probabilidad era { $odds }): corona allí mismo y el turno ha terminado.
story-touched-stuck = La pieza de { $square } es { $piece } (la probabilidad era { $odds }) y no puede mover: el turno ha terminado.
story-targets = Puede ir a { $squares }. Escribe adónde.
story-stays = { $square } es una casilla blanca: la pieza sigue siendo { $piece }.
story-undecided = { $square } es una casilla negra: lo que es la pieza vuelve a estar abierto.

## Consola: superposiciones

branches-one = Nada está en superposición: solo hay este tablero.
branches-touch = En este juego ninguna pieza está en dos lugares; tocarla decide lo que es.
branches-all = Hay { $count } tableros superpuestos:
branches-count = Hay { $count } tableros superpuestos. Los de más peso:
branches-more = Y { $count } tableros más, con { $odds } en total.
entangled-chess = En el ajedrez nada está entrelazado.
entangled-touch = En este juego ninguna pieza está entrelazada con otra: cada toque es una moneda aparte.
entangled-empty = { $square } está vacía con seguridad.
entangled-sure = La pieza de { $square } está allí con seguridad, y no está ligada con nada.
entangled-sure-type = Lo que es la pieza de { $square } es seguro: no está enlazada con nada.
entangled-alone = La pieza de { $square } está mezclada, y no está enlazada con ninguna otra.
entangled-system = La pieza de { $square } está enlazada con { $squares }: se medirán juntas.
entangled-pairs = { $square } está entrelazada con { $pairs } (0 es nada, 1 lo más que pueden dos casillas).
entangled-jointly = { $square } está ligada con { $squares } solo a través de otras: no hay dos entrelazadas por sí mismas.
entangled-environment = { $square } está ligada solo con lo que fue capturado.
entangled-own-coins = { $coins ->
    [one] Una moneda decide
   *[other] { $coins } monedas deciden
} si la pieza está en { $square } o en { $elsewhere }; no comparte moneda con otra pieza.
entangled-coins = { $coins ->
    [one] Una moneda decide
   *[other] { $coins } monedas deciden
} si la pieza está en { $square } o en { $elsewhere }. Está entrelazada con { $pieces }: un lanzamiento decide por ambas.
entangled-shares = { $piece } { $squares } ({ $coins ->
    [one] una moneda
   *[other] { $coins } monedas
} en común)

## Consola: lo que piensa el motor

worth-pawns = { $pawns } peones
worth-mates = mate en { $moves }
worth-mated = recibe mate en { $moves }
worth-won = ganada en { $turns ->
    [one] 1 turno
   *[other] { $turns } turnos
}
worth-lost = perdida en { $turns ->
    [one] 1 turno
   *[other] { $turns } turnos
}
evaluate-begun = Mirando adelante
evaluate-progress = Mirando adelante: profundidad { $depth }, { $worth }, { $mv }
evaluate-none = No hay nada que mirar: la partida ha terminado.
evaluate-position = Juegan { $side }: { $worth }, probabilidad de ganar { $chance } (profundidad { $depth }). Lo mejor: { $line }
evaluate-odds = { $mv }: { $odds }.
evaluate-move = { $mv }: { $worth }, probabilidad de ganar { $chance } (profundidad { $depth }). Línea: { $line }
hint-line = { $number }. { $mv }: { $worth }, probabilidad de ganar { $chance }. Línea: { $line }

## Consola: archivos

save-over = { $file } ya existe. ¿Escribir encima? (sí/no)
save-kept = { $file } queda como estaba.
save-done = La partida queda guardada en { $file }.
load-sure = ¿Dejar esta partida por la otra? Se pierden las jugadas hechas. (sí/no)
load-first = { $file } tiene más de una partida; esta es la primera.
load-wrong = { $file } no tiene ninguna partida con la que seguir: { $fault }

## Reglas

rules-list = Los juegos, con el nombre que toman «qaissa rules» y --variant:
rules-chess =
    AJEDREZ, según las leyes de la FIDE

    Objetivo. Dos bandos, blancas y negras, juegan por turno; empiezan las blancas. Gana
    quien ataca al rey enemigo de modo que no pueda escapar: eso es jaque mate.

    Piezas. La torre va por filas y columnas, el alfil por diagonales, la dama por ambas,
    hasta donde el camino esté libre. El rey va una casilla en cualquier dirección. El
    caballo salta: dos casillas en un sentido y una de lado. Una pieza que acaba su jugada
    sobre una pieza enemiga la captura. Ninguna pieza va a donde hay otra de su bando, y
    solo el caballo pasa por encima de otras.

    Peones. Un peón avanza una casilla, o dos desde su salida, si están vacías. Captura una
    casilla en diagonal hacia delante. Si acaba de avanzar dos y queda al lado de un peón
    enemigo, este puede capturarlo como si hubiera avanzado una: al paso, y solo en ese
    momento. En la última fila un peón se convierte en dama, torre, alfil o caballo.

    Jaque. Un rey atacado está en jaque, y su bando debe ponerle fin. Ninguna jugada puede
    dejar ni poner al propio rey en jaque.

    Enroque. Una vez por partida el rey puede ir dos casillas hacia una torre, que salta a su
    otro lado. Ninguno de los dos puede haberse movido, las casillas entre ellos deben estar
    vacías, y el rey no puede estar en jaque, ni pasar por una casilla atacada, ni llegar a
    ella. En Ajedrez 960 rey y torre empiezan en otro sitio, pero acaban en las mismas
    casillas: c y d, o g y f.

    Tablas. Un bando sin jugadas que no está en jaque queda ahogado. Cuando ningún bando tiene
    material para dar mate, la partida acaba en el acto. Quien está en turno puede reclamar
    tablas cuando la posición se ha dado tres veces con las mismas jugadas posibles, o cuando
    han pasado cincuenta jugadas de cada bando sin captura ni movimiento de peón; con cinco
    veces y con setenta y cinco jugadas la partida es tablas por sí sola. Los jugadores pueden
    acordar tablas.

    Las jugadas se escriben e2e4, e7e8q (UCI) o e4, Cf3, exd5, O-O, e8=D (SAN). Las salidas de
    Ajedrez 960 se nombran por su número: de chess:960=0 a chess:960=959.
rules-cantwell =
    AJEDREZ CUÁNTICO CON AMPLITUDES (Cantwell)

    Objetivo. Capturar al rey enemigo dondequiera que pueda estar. Empiezan las blancas.
    Las piezas salen y se mueven como en el ajedrez, pero no hay jaque ni mate: un rey
    puede quedarse o ir a donde es atacado, y se captura como cualquier pieza.

    Superposición. Una pieza puede estar en varios lugares a la vez. Cada lugar tiene su
    probabilidad, de 0 a 1; con 1 la pieza está allí con seguridad. Una rama es un
    tablero posible con su propia probabilidad; la de una casilla es la suma de las ramas
    en las que está ocupada. Entre todas las ramas una casilla tiene una sola clase de
    pieza. Dos piezas están entrelazadas cuando el lugar de una dice algo sobre el de la
    otra.

    Jugada normal (b1c3). En cada rama con la pieza en b1, va a c3. En c3 puede haber
    quizá una pieza propia de la misma clase: donde solo c3 está ocupada, esa pieza
    vuelve a b1; donde lo están ambas, nada cambia. No se puede ir a donde hay con
    seguridad una pieza propia. Solo cierra el paso una pieza que está allí con
    seguridad. Alfiles, torres, damas y el paso doble del peón pueden atravesar una pieza
    en superposición: avanzan en las ramas con el camino libre y se quedan en las demás.
    Eso no mide nada, pero entrelaza a las dos.

    Dividir (b1^a3c3). Una pieza va a dos destinos a la vez, con la mitad de su
    probabilidad en cada uno. Ambos deben ser jugadas de esa pieza, a casillas vacías o
    en las que hay, quizá o con seguridad, una pieza propia de la misma clase. No se
    dividen los peones, las capturas ni el enroque. En una rama con un solo camino libre,
    la pieza entera va por él; sin ninguno, se queda.

    Fusionar (a3c3^b5). Dos lugares de la misma clase de pieza propia se juntan en un
    destino. Los peones no se fusionan; destinos y caminos son como al dividir. Una rama
    tiene además una fase, como la aguja de un reloj; probabilidad y fase juntas son su
    amplitud. Una jugada normal gira la fase un cuarto de vuelta en las ramas donde la
    pieza se mueve. Si ambos lugares tienen igual probabilidad e igual fase, como tras el
    mismo número de jugadas desde la división, todo se junta. Si uno lleva un cuarto de
    vuelta más, la mitad acaba en el segundo origen escrito; si lleva media vuelta, acaba
    allí todo. Las ramas que difieren en algo más, como el lugar de otra pieza o lo
    capturado, no se juntan: la mitad de cada una acaba en el segundo origen. Por eso
    a3c3^b5 y c3a3^b5 son jugadas distintas. Al dividir, el orden importa también si un
    destino puede estar ocupado.

    Medir. Las jugadas con x o w hacen una pregunta; las demás no. El azar responde según
    la probabilidad, y las ramas que dicen otra cosa desaparecen. El sí se escribe .m1:
    la jugada se hace. El no se escribe .m0: nada se mueve y se pierde el turno. Se
    escribe aunque la respuesta fuera segura.

    Captura (b1xc3). Hay un enemigo en el destino, con seguridad o quizá. Caballo, rey:
    ¿está la pieza en su casilla? Alfil, torre, dama: ¿está allí y con el camino libre,
    en una sola pregunta? Sí: va al destino y captura lo que haya, si hay algo. No: tras
    preguntar por el camino, la pieza y el obstáculo pueden seguir en superposición.
    Peón: ¿está en su casilla? Sí: captura en las ramas con el enemigo en el destino y se
    queda en las demás, así que puede acabar en superposición.

    Excluida (b1wc3). En el destino puede haber una pieza propia de otra clase; para un
    peón que avanza recto, cualquier pieza salvo un peón propio. Si está allí con
    seguridad, no se puede ir. ¿Está vacío el destino? Sí: sigue una jugada normal.

    Ejemplo. b1^a3c3 pone el caballo en a3 y c3, con probabilidad 1/2 y 1/2. Las negras
    juegan d7d5. Ahora a3c3^b1 lo fusiona de vuelta: está en b1 con seguridad. O c3xd5
    captura: con probabilidad 1/2 la respuesta es .m1 y el caballo captura; si no, es .m0
    y el caballo está en a3 con seguridad.

    Peones. Un peón en su segunda fila siempre puede avanzar dos casillas. En la última
    fila se convierte en dama (q), torre (r), alfil (b) o caballo (n), según escribas, en
    las ramas donde llega. Al paso se captura solo justo después de un paso doble que se
    hizo. Si el destino está vacío o tiene quizá un peón propio (e5d6), no se mide nada:
    ocurre donde están los dos peones y el destino está vacío. Si puede haber otra pieza
    propia (w): ¿está vacío el destino? Si puede haber un enemigo (x): ¿está tu peón en
    su casilla? Sí: captura a ese enemigo en las ramas donde está, y en las demás al peón
    que pasó, si está.

    Enroque. Los ataques no cuentan. Una jugada hecha desde la casilla inicial del rey o
    de la torre, o hacia ella, de cualquier bando, quita el derecho; una fallida no. Nada
    puede estar con seguridad en f o g (corto), ni en b, c o d (largo). Si el destino del
    rey está vacío, y el de la torre está vacío o tiene quizá una torre propia, no se
    mide nada. Si no (w): ¿están vacías f y g, o c y d, las dos? La casilla b no se mide:
    el enroque largo ocurre en las ramas donde está vacía.

    Final. Ganas cuando el rey enemigo ya no está en ninguna parte; si faltan los dos,
    son tablas. Si quien está en turno no tiene jugadas, son tablas. Si en cincuenta
    jugadas de cada bando la suma de probabilidades de todas las casillas no ha cambiado
    en 1, una pieza entera, o si una posición se da por tercera vez, se mide todo el
    tablero: si queda un solo rey, gana su bando; si no, son tablas.

    Las jugadas se escriben b1c3, b1^a3c3, a3c3^b5, b1xc3.m1, b1wc3.m0, e7xd8q.m1; el
    enroque e1g1, e1wg1.m1. Escribe b1c3 también para las jugadas x y w, y decide el
    azar; solo las partidas escritas y el análisis anotan el resultado. Si el azar decidió el
    final en todo el tablero, la última jugada añade .w (ganan blancas), .b (ganan
    negras) o .d (tablas).

rules-auden =
    AJEDREZ CUÁNTICO CON MONEDAS (Auden)

    Objetivo. Capturar al rey enemigo dondequiera que pueda estar. Empiezan las blancas.
    Las piezas salen y se mueven como en el ajedrez, pero no hay jaque ni mate: un rey
    puede quedarse o ir a donde es atacado, y se captura como cualquier pieza.

    Superposición. Una pieza puede estar en varios lugares a la vez; entonces es
    incierta. Cada división abre una moneda que aún no se lanza: 0 es el primer destino,
    1 el segundo. Una rama es un resultado posible de todas las monedas abiertas, con el
    tablero al que lleva. Todas son igual de probables: 1/2 cada una con una moneda, 1/4
    con dos, 1/8 con tres. La probabilidad de una casilla es la suma de las ramas en las
    que está ocupada. Entre todas las ramas una casilla tiene una sola pieza: no se puede
    ir a donde puede estar otra pieza propia, u otra parte de la misma pieza.

    Jugada normal (g1f3). Debe ser posible en al menos una rama. En las ramas con la
    pieza en otro lugar nada cambia. No abre ninguna moneda, y solo mide si captura.

    Dividir (f1^c4b5). Una pieza va a dos destinos a la vez; una moneda nueva decide
    entre ellos. Cada una debe ser una jugada legal por sí sola, pero no enroque, ni al
    paso, ni captura, ni siquiera de una pieza que solo quizá está allí. Un peón solo se
    divide entre un paso y dos: e2^e3e4. Una pieza incierta puede dividirse otra vez. En
    este juego no se puede fusionar: solo medir vuelve segura a una pieza.

    Obstáculos. Una pieza segura cierra el paso como en el ajedrez. Una incierta se puede
    atravesar: en las ramas donde está en el camino, la que mueve se queda; en las demás,
    avanza. Al dividir, la pieza se queda donde no está libre el camino que eligió su
    moneda.

    Entrelazado. Una pieza que atraviesa otra incierta toma sus monedas: las dos quedan
    entrelazadas, y lanzar esas monedas decide sobre ambas. No se abre ninguna moneda
    nueva. Entrelazan tanto las jugadas normales como las divisiones y el enroque.

    Medir. Solo miden las capturas: las jugadas a una casilla donde puede haber un
    enemigo, y al paso. La pregunta es dónde están las piezas de esta jugada. Se lanzan
    todas sus monedas, cada una una vez: primero las de las piezas inciertas del camino,
    empezando por la más cercana a la que mueve; luego las de la pieza que captura; luego
    las de la pieza por capturar. Sale 0 o 1 con probabilidad 1/2, y las ramas que dicen
    otra cosa desaparecen, también para las piezas entrelazadas con estas.

    Captura. Si ahora hay una pieza en el camino, o la que captura no está en su casilla,
    nada se mueve y se pierde el turno. Si no, va al destino y captura al enemigo si está
    allí. Va aunque el enemigo no esté, y un peón también. Si todas esas piezas eran
    seguras, no se lanza ninguna moneda: es una captura como en el ajedrez.

    Ejemplo. e2e4 e7e5 f1^c4b5 pone el alfil en c4 y b5, con probabilidad 1/2 y 1/2. Tras
    b8c6 b5^e2a4 se ha dividido dos veces: 1/2 en c4, 1/4 en e2, 1/4 en a4. Las negras
    juegan d7d6, y a4c6 intenta capturar el caballo. Se lanzan las dos monedas. Con .c11
    el alfil está en a4 y captura: probabilidad 1/4. Con .c10 está en e2, con .c00 o .c01
    en c4, y nada se mueve. En todo caso ya es seguro, y vuelven las dos monedas.

    Presupuesto. Cada bando solo puede tener abiertas a la vez cierto número de monedas:
    8 si no se indica, o de 0 a 32. Si no te queda ninguna, no puedes dividir. Una moneda
    lanzada vuelve al bando que la abrió, capture quien capture; también vuelve la que
    ya no lleva ninguna pieza incierta.

    Peones. Un peón avanza recto solo a una casilla vacía en todas las ramas. Puede
    capturar si en alguna rama él está en su casilla y el enemigo en el destino. En la
    última fila se convierte en dama, torre, alfil o caballo en las ramas donde llega; en
    las demás sigue siendo peón.

    Al paso. Solo justo después de un paso doble hecho como jugada normal, aunque sea de
    un peón incierto; nunca tras una división. Mide como toda captura. Si puede haber una
    pieza en la casilla atravesada, no hay captura al paso: si esa pieza es enemiga,
    capturar allí es una captura corriente; si es propia, no se puede ir.

    Enroque. Los ataques no cuentan. Las casillas a las que llegan rey y torre deben
    estar vacías en todas las ramas. En el largo puede haber una pieza incierta en la
    casilla b: ocurre en las ramas donde b está vacía, y rey y torre quedan entrelazados
    con esa pieza. El derecho acaba cuando el rey o esa torre se ha movido en alguna
    rama, también al dividirse, y cuando se captura la torre. Una captura en la que nada
    se movió no quita derechos.

    Final. Pierde el bando cuyo rey no está en ninguna casilla de ninguna rama. Son
    tablas cuando quien está en turno no tiene jugadas; tras cincuenta jugadas de cada
    bando sin mover un peón ni capturar nada de verdad; y cuando una posición, con sus
    monedas abiertas y probabilidades, se da por tercera vez.

    Las jugadas se escriben e2e4, e7e8q (q dama, r torre, b alfil, n caballo), e1g1 para
    el enroque, f1^c4b5 para dividir; en la consola f1c4 f1b5 es la misma división. Una
    captura que lanzó monedas acaba con sus resultados, en el orden en que se lanzaron,
    primero la moneda más antigua de cada pieza: a4c6.c01 es primero 0, luego 1. El
    presupuesto se da con el nombre del juego: auden:budget=4.

rules-gates =
    AJEDREZ CUÁNTICO CON PUERTAS

    Objetivo. Atacar a un rey de modo que su bando no pueda salvarlo: quien acaba su
    jugada con un rey seguro propio atacado ha perdido. Empiezan las blancas. La posición
    inicial es la del ajedrez, con las damas en d1 y d8. Siempre se sabe dónde está una
    pieza; lo que puede no saberse es qué es.

    Piezas. Toda pieza menos el rey tiene dos tipos, un primero y un segundo. Es segura
    si es con certeza uno de ellos, y mixta si puede ser cualquiera de los dos. Su
    nombre, con una Q, dice qué puerta tiene; el nombre no cambia, sea cual sea el tipo
    de la pieza en ese momento.

    pieza      primero  segundo              al empezar   puerta
    peón Q     peón     la pieza de detrás   peón seguro  Z
    caballo Q  caballo  peón                 mixto, +     X
    alfil Q    alfil    peón                 mixto, +     √NOT
    torre Q    torre    peón                 mixta, +     mide
    dama Q     dama     peón                 mixta, +     Hadamard, solo en su bando
    rey Q      rey      –                    rey seguro   ninguna

    La pieza de detrás es la que sale detrás de ese peón: un peón Q de a o h es peón y
    torre; de b o g, peón y caballo; de c o f, peón y alfil; de d, peón y dama; de e,
    peón y rey.

    Estados. Una pieza mixta está en uno de cuatro estados: +, −, +i, −i. En los cuatro
    la probabilidad de cada tipo es 1/2; solo se distinguen por lo que hace con ellos una
    puerta. La tabla dice en qué se convierte cada estado; primero y segundo son los
    tipos seguros.

    puerta     primero  segundo  +        −        +i       −i
    X          segundo  primero  +        −        −i       +i
    Z          primero  segundo  −        +        −i       +i
    Hadamard   +        −        primero  segundo  −i       +i
    √NOT       −i       +i       +        −        primero  segundo

    Jugadas. Una pieza segura se mueve según su tipo; una mixta, según cualquiera de los
    dos. Mover no observa nada: una pieza mixta que salta como un caballo sigue siendo
    mixta. Como peón, una pieza que aún no se ha movido puede avanzar dos casillas, salga
    de donde salga: un caballo Q va de b1 a b3, si b2 y b3 están vacías. No hay enroque
    ni captura al paso. Ninguna jugada está prohibida porque un rey esté atacado.

    Sistemas. Las piezas mixtas pueden enlazarse; las enlazadas forman un sistema y se
    miden juntas. Una pieza mixta sin enlaces es un sistema por sí sola. Medir un sistema
    vuelve seguras todas sus piezas, cada una con su propia probabilidad de 1/2: lo que
    resulta ser una no dice nada de las demás.

    Captura (a1xa5). Primero se miden, enteros, los sistemas de las dos piezas. Después
    la captura se hace, salgan los tipos que salgan. En ese turno no actúa ninguna
    puerta. Ejemplo: una torre mixta en a1, enlazada con un caballo de c3, captura una
    pieza mixta en a5. Las tres se vuelven seguras. Si a1 resulta ser un peón, en a5
    queda ese peón.

    Alcance. Si una pieza mixta mueve sin capturar, su puerta actúa sobre lo que alcanza
    desde su nueva casilla, con sus dos tipos: la primera pieza en cada línea de torre,
    alfil o dama; las casillas de caballo o de rey; como peón, la casilla de delante y
    las dos en las que captura. Cuentan las piezas de ambos bandos, y también la propia
    pieza que mueve. Ninguna puerta toca al rey Q, pero este cierra la línea.

    Torre. Una torre Q mixta mide todos los sistemas que tienen alguna pieza a su
    alcance, y el suyo. Ejemplo: tras a2a4 e7e5, a1a3 mide la propia torre, pues no
    alcanza ninguna otra pieza mixta: se vuelve torre segura o peón seguro.

    Otras puertas. Una pieza segura al alcance recibe la puerta ella sola y no se enlaza.
    Una pieza mixta que no es del sistema de la que mueve y que la puerta volvería
    segura, según los estados anteriores a toda puerta, también la recibe, pero no aporta
    nada al sistema. Con cualquier otra pieza mixta al alcance, su sistema entero se une
    al de la que mueve. Entonces la puerta actúa sobre la que mueve y sobre todas las
    piezas de su sistema, también las unidas, aunque estén lejos. Ninguna pieza recibe la
    puerta dos veces en un turno. Si el sistema unido llegara a 8 piezas o más, se mide,
    y en ese turno ninguna puerta actúa sobre nada.

    Dama. Hadamard actúa solo sobre piezas del bando de la dama, también dentro del
    sistema unido. Una pieza enemiga al alcance no cambia ni se enlaza, pero cierra su
    línea.

    Piezas seguras que mueven. Una pieza segura no hace nada a las demás cuando mueve.
    Solo una dama Q segura, como dama o como peón, que mueve sin capturar se aplica
    Hadamard a sí misma y a nadie más: se vuelve mixta. Las demás piezas seguras no hacen
    nada al mover.

    Ejemplo. g1f3: el caballo es mixto y alcanza d2, h2 y a su propio rey. X convierte el
    peón de d2 en dama segura y el de h2 en torre segura. Al rey no lo toca, y el caballo
    sigue en +. Con b1c3 el peón de a2 se vuelve torre segura y el de e2, rey seguro. La
    dama de d1 es mixta y con X sigue en +: queda enlazada con el caballo.

    Ejemplo. Tras e2e4 h7h6, f1c4 lleva los peones de a2 y f7 de peón seguro a −i. Tras
    h6h5, c4b3 los alcanza otra vez: a2 se vuelve torre segura, y f7, alfil seguro de las
    negras. Ninguno se enlaza. El peón de c2, alcanzado por primera vez, pasa a −i.

    Coronación. Después de capturas y puertas, un peón Q que puede ser peón, mixto o
    seguro, y cualquier otra pieza que es peón seguro se convierten en una nueva dama Q,
    mixta en estado +, si están en su última fila. Si la pieza era de un sistema, se mide
    el resto. Esto se mira cada turno en todas las piezas de ambos bandos, casilla por
    casilla (a1, b1 … h8), y otra vez mientras una medición cree casos nuevos. Después,
    al final del turno, las piezas seguras dejan su sistema.

    Reyes. El peón de e puede volverse rey seguro. Entonces es un rey como el otro: mueve
    como rey y no debe quedar atacado. Mientras es mixto se le puede atacar y capturar
    como a cualquier pieza. Un bando al que le queda algún rey seguro no ha perdido por
    falta de rey.

    Final. Pierdes si tras tu propia jugada uno de tus reyes seguros, aunque tengas
    varios, está atacado por una pieza enemiga según cualquier tipo que esta pueda tener.
    Así, una torre mixta ataca como torre y como peón. También pierde el bando al que no
    le queda ningún rey seguro. Si pierden los dos a la vez, ha perdido quien movió. La
    derrota prevalece sobre las tablas. Son tablas cuando quien está en turno no tiene
    jugadas; tras cincuenta jugadas de cada bando sin captura ni coronación; y cuando una
    posición se da por tercera vez, con las mismas piezas, estados, sistemas, piezas aún
    sin mover y turno.

    Las jugadas se escriben e2e4, las capturas a1xa5; la coronación no lleva letra. Un
    turno que midió añade lo que se encontró: a1xa5{ "{" }a1=R,c3=N,a5=P{ "}" }. R es
    torre, N caballo, B alfil, Q dama, K rey, P peón; las casillas son las de antes de la
    jugada, de a1 a h8, y solo se nombran las piezas que eran mixtas. Al jugar, no
    escribas las llaves: decide el azar. Las reglas publicadas dejan huecos; aquí se
    cierran como se ha dicho.

rules-touch =
    AJEDREZ DE PIEZA TOCADA (Akl)

    Objetivo. Capturar al rey enemigo. Empiezan las blancas. La posición inicial es la
    del ajedrez. No hay jaque ni mate: un rey puede quedarse o ir a donde es atacado, y
    gana quien lo captura. No hay enroque ni captura al paso.

    Dos tipos. Toda pieza menos el rey tiene dos tipos. El primario es la pieza que
    muestra al empezar. El secundario se reparte al azar al empezar, para cada bando de
    su propia bolsa con 8 peones, 2 torres, 2 caballos, 2 alfiles y 1 dama. Los dos son
    los mismos toda la partida, salvo coronación. Pueden ser iguales. El rey es siempre
    rey.

    Cuántica o clásica. Una pieza en estado cuántico puede ser cualquiera de sus dos
    tipos, con probabilidad 1/2 cada uno. Una pieza clásica es uno de ellos, y ambos
    jugadores saben cuál. Al empezar, todas las piezas menos los reyes están en estado
    cuántico, sea cual sea el color de su casilla.

    Un turno. Tocas una de tus piezas; luego debes moverla, si tiene jugada. Una pieza
    cuántica se puede tocar siempre, aunque esté bloqueada. Una clásica, o el rey, solo
    si tiene alguna jugada.

    Tocar. Si la pieza está en estado cuántico, un sorteo a partes iguales la convierte
    en uno de sus dos tipos; si son iguales, no se sortea nada. Se anuncia el tipo que
    resultó, nunca si era el primario o el secundario. Debe entonces mover según ese
    tipo. Si con él no tiene jugada, el turno ha acabado: se queda donde está, clásica,
    aun en una casilla negra, hasta que vuelva a caer en una negra.

    Casillas negras y blancas. Una pieza que acaba su jugada en una casilla negra vuelve
    al estado cuántico; en una blanca sigue siendo clásica. La casilla a1 es negra. El
    rey no cambia.

    Ejemplo. En la primera jugada tocas b1. Si resulta caballo, debe ir a a3 o a c3. Las
    dos son negras, así que allí está otra vez en estado cuántico. Si resulta peón, tu
    peón de b2 le cierra el paso: el turno ha acabado, y b1 es por ahora un peón clásico.

    Las capturas son las del ajedrez. No se observa nada más: el estado de la pieza
    capturada no importa, y sus tipos no se dicen.

    Peones. Una pieza que es peón avanza una casilla, o dos desde la segunda fila de su
    bando, y captura en diagonal. En la última fila ese tipo, y no el otro de los dos, se
    convierte en dama para el resto de la partida; si los dos son peón, primero el
    primario. Luego decide como siempre el color de la casilla: en h8, negra, la pieza
    queda en estado cuántico; en a8, blanca, es una dama clásica. Una pieza que al
    tocarla en la última fila resulta ser peón corona allí mismo, y ese es su turno.
    Cuenta como jugada de peón, y también aquí una casilla negra trae el estado cuántico.

    Lo que se sabe. Nadie conoce los tipos secundarios, ni siquiera los de sus piezas;
    solo se sabe lo anunciado. Las probabilidades que muestra el programa salen de las
    bolsas y de lo que se ha anunciado. Antes de la primera jugada, b1 resulta caballo
    con probabilidad 17/30: 1/2 por el primario y 1/15 por un caballo de la bolsa. Si
    resulta peón, su secundario tiene que ser peón, y entre tus otras 14 piezas quedan 7
    peones de la bolsa. En la partida abierta, touch:open, se muestran a los dos
    jugadores ambos tipos de cada pieza.

    Final. Gana quien captura al rey. Son tablas cuando solo quedan los reyes; cuando
    quien está en turno no puede tocar nada; tras cincuenta jugadas de cada bando sin
    captura y sin una jugada hecha como peón; y cuando una posición se da por tercera
    vez, con las mismas casillas, tipos, estados cuánticos o clásicos y turno. Los tipos
    ocultos cuentan como iguales si están allí las mismas piezas.

    Jugadas. Escribe b1 para tocar; el programa dice en qué se convirtió la pieza.
    Después da el destino: -c3, o solo c3. En las partidas guardadas un turno entero es
    b1:N-c3 (se tocó b1, era caballo, fue a c3), b1:N-xc3 (capturó allí), b1:P- (un peón
    que no podía mover) o a8:P= (coronó en su casilla). Las piezas clásicas y el rey
    llevan también su tipo: e1:K-e2. Un toque cuyo destino falta aún es b1:N. Las letras
    son K rey, Q dama, R torre, B alfil, N caballo, P peón.

    Opciones. touch:seed=7 fija el reparto: el mismo número reparte siempre los mismos
    tipos secundarios. Las dos opciones juntas son touch:open,seed=7. Las reglas
    publicadas dejan huecos; aquí se cierran como se ha dicho.

## Evaluación

profile-line = línea { $line }: { $fault }
profile-unknown = no existe la heurística ni la fila «{ $name }»
profile-not-text = esto no es texto en UTF-8
profile-number = «{ $text }» no es un número que tenga sentido aquí
profile-count = debería tener { $needed ->
    [one] 1 valor
   *[other] { $needed } valores
} y tiene { $found }

## El protocolo UCI

uci-command-unknown = “{ $text }” no es una orden que yo conozca
uci-line-long = no se ha leído una línea de más de { $limit } bytes
uci-heard = recibido “{ $text }”
uci-busy = más de { $limit } órdenes esperan a que acabe la búsqueda; se descarta “{ $text }”
uci-option-nameless = setoption necesita un nombre: setoption name Hash value 64
uci-option-unknown = no hay ninguna opción “{ $name }”
uci-option-number = { $name } es un número de { $least } a { $most }, no “{ $value }”
uci-option-switch = { $name } es true o false, no “{ $value }”
uci-position-which = position necesita startpos, o fen con una posición
uci-position-refused = { $fault }; la posición sigue como estaba
uci-go-number = se rechaza { $name }: “{ $value }” no es un número para { $limit }
uci-moves-none = ninguna de las jugadas que había que buscar es legal; se buscan todas
uci-hash-memory = no hay memoria para una tabla de { $size } MiB; sigue como estaba
uci-file-fault = { $file }: { $fault }
uci-file-none = no es un archivo corriente
uci-file-large = ocupa más de 1 GiB
uci-table-size = { $bytes } bytes no son el tamaño de una tabla de finales; está cortada o dañada
uci-table-broken = lo que hay en el byte { $place } no puede ser parte de una tabla de finales
uci-tables-none = no hay tablas de finales en { $folders }
uci-tables-found = { $count ->
    [one] un archivo con una tabla de finales
   *[other] { $count } archivos con tablas de finales
}, de hasta { $pieces } piezas
uci-book-move = { $mv } es del libro de aperturas
uci-expectation = { $mv }: se puede esperar el { $share } % de los puntos
uci-samples = el estado es demasiado grande para mirarlo entero; se miraron { $count } muestras de él
uci-bell-variant = calcbell trata de amplitudes, que estas reglas no tienen: { $name }
uci-bell-square = calcbell necesita dos casillas, como en calcbell a3 c3, y “{ $text }” no es ninguna
uci-worker-gone = el motor ha fallado y ya no está

## Bots y otros motores

book-size = no es un libro de aperturas: { $bytes } bytes no son un número entero de entradas de 16
book-order = no es un libro de aperturas: la entrada { $entry } tiene una clave menor que la anterior
book-no-move = no es un libro de aperturas: la jugada de la entrada { $entry } no es una jugada
engine-not-found = no hay ningún programa { $program }
engine-not-started = no se puede iniciar { $program }: { $error }
engine-ended = { $program } terminó ({ $status }) cuando debía responder
engine-ended-saying = { $program } terminó ({ $status }) en lugar de hablar UCI; dijo «{ $said }»
engine-silent = { $program } no dijo { $expected } en { $seconds } segundos
engine-silent-saying = { $program } no dijo { $expected } en { $seconds } segundos, sino «{ $said }»
engine-unreadable = { $program } dijo «{ $said }», que no es una respuesta
engine-no-option = { $program } no tiene la opción «{ $option }»; tiene { $known }
engine-value = { $program } no acepta «{ $value }» para { $option }, sino { $expected }
bot-unknown = no hay ningún bot «{ $bot }»; hay { $known }, y cualquier programa UCI por su ruta
bot-no-keys = «{ $bot }»: este bot no tiene ajustes, así que tampoco «{ $key }»
bot-key = «{ $bot }»: aquí no hay «{ $key }», solo { $known }
bot-twice = «{ $bot }»: { $key } está dos veces
bot-empty = «{ $bot }»: { $key } no tiene valor
bot-value = «{ $bot }»: { $key } no puede ser «{ $value }», es un número de { $least } a { $most }
bot-level-and-elo = «{ $bot }»: level y elo dicen lo mismo dos veces, así que solo uno de ellos
bot-choice = «{ $bot }»: { $key } solo puede ser { $only }, no { $value }
bot-no-chess = este bot juega a los juegos cuánticos, no al ajedrez: elige qaissa
bot-no-variant = { $bot } no juega a { $variant }
bot-no-move = no hay ninguna jugada que elegir
bot-no-nodes = { $bot } no cuenta nodos: dale una profundidad o un tiempo, como en gnuchess:depth=4
bot-none = { $bot } dice que no hay ninguna jugada, pero la hay
bot-illegal = { $bot } respondió { $mv }, que no es legal: { $reason }
bot-only-superposed = { $bot } solo juega a auden y cantwell, no a { $variant }
engine-no-score = { $program } no dice puntuaciones
stockfish-missing = Stockfish no está instalado: en Debian se consigue con «apt-get install stockfish», o use nuestro motor con --with qaissa

## Evaluación de tableros superpuestos

appraise-variant = { $variant } no tiene tableros superpuestos; eval y hint valen para --variant auden y --variant cantwell
appraise-with = «{ $bot }» no puede evaluar tableros; indique stockfish, qaissa o un programa UCI por su ruta, con depth, nodes, movetime o hash, con toda su fuerza y sin libro
appraise-own = Stockfish no está instalado, así que evalúa nuestro motor (en Debian se consigue con «apt-get install stockfish»)
appraise-late = no hubo tiempo de evaluar nada
eval-move = Las { $side ->
    [white] blancas
   *[black] negras
} juegan { $mv }
eval-boards = { $boards ->
    [one] 1 tablero, evaluado
   *[other] { $boards } tableros, evaluados
} por { $with }
eval-sample = { $drawn } tableros sorteados de { $boards }, evaluados por { $with }; ± es el error estándar
method-mean = la media ponderada de los tableros
method-cross = la media, y cada tablero tras las mejores respuestas a los otros
method-worst = el peor tablero para las { $side ->
    [white] blancas
   *[black] negras
}
method-safe = la probabilidad de que las { $side ->
    [white] blancas
   *[black] negras
} pierdan el rey o material en las dos jugadas siguientes
hint-classical = Jugadas clásicas
hint-splits = Divisiones
hint-best = la mejor según { $methods }
hint-how = Peones para las blancas; safe: la probabilidad de que la jugada pierda el rey o material en las dos jugadas siguientes.

## Partidas entre motores

match-tc = «{ $text }» no es un control de tiempo; se escribe como 1+0.01, los segundos del reloj y lo que añade cada jugada
match-opening-over = la partida ya ha terminado ahí ({ $end })
match-opening-line = línea { $line }: { $fault }
match-opening-variant = es una partida de «{ $variant }»
match-openings-empty = no contiene ninguna apertura
match-openings-file = { $file }, { $fault }
match-first-failed = el primer bot no puede jugar: { $error }
match-second-failed = el segundo bot no puede jugar: { $error }
match-bot-gone = ya no está
match-breach = partida { $number }: pierde { $bot }, porque { $error }
match-stopped = { $played ->
    [one] solo se jugó 1 de { $games } partidas
   *[other] solo se jugaron { $played } de { $games } partidas
}
match-standing = +{ $wins } ={ $draws } -{ $losses }, Elo { $elo }, más fuerte con { $superiority } %
match-summary =
    { $first } contra { $second }, { $variant }, { $games ->
        [one] 1 partida
       *[other] { $games } partidas
    }
    { $standing }
    puntuación       { $score } %
    parejas 0 a 2    { $pairs }
    ilegales         { $first_illegal } del primero, { $second_illegal } del segundo
    por tiempo       { $first_late } del primero, { $second_late } del segundo
    semilla          { $seed }
match-without-luck = sin suerte       { $score } ± { $error } %
match-no-luck = en el ajedrez no hay suerte: --luck es para las reglas cuánticas
file-unwritable = no se puede escribir { $file }: { $error }

## Estudio de una partida

study-foreign = una partida de «{ $variant }» es para otro motor
study-stopped = el estudio fue interrumpido
study-broken = { $broken ->
    [one] 1 partida de { $file } no se pudo estudiar
   *[other] { $broken } partidas de { $file } no se pudieron estudiar
}
study-report = partida { $number }: blancas { $white }; negras { $black }
study-figures = { $accuracy } % de precisión, { $loss } centipeones perdidos por jugada, ?! { $inaccuracies } ? { $mistakes } ?? { $blunders }
study-quantum-figures = { $accuracy } % de precisión, { $lost } puntos perdidos por el juego, { $chance } por el azar en { $measured ->
        [one] un turno medido
       *[other] { $measured } turnos medidos
    }, ?! { $inaccuracies } ? { $mistakes } ?? { $blunders }

## Ajuste

tune-gathered = { $positions } posiciones en { $folder }
tune-factor = --{ $option } es { $value }, y debería ser un número mayor que 0 y de a lo sumo { $most }
tune-hold = --hold es { $value }, y debería ser un número de 0 a un millón
tune-no-network = { $file } no es una red escrita por Qaissa
tune-no-positions = las partidas no dieron ninguna posición de la que aprender
tune-other-games = las partidas en { $folder } se jugaron con otra semilla, otro límite de nodos, otro perfil, otras reglas u otro maestro: indique los mismos, u otra carpeta
tune-position-line = la línea { $line } no es una posición de la que aprender
tune-state-line = la línea { $line } no está como la escribió el ajuste; borre el archivo para empezar de nuevo
tune-summary = { $games } partidas, { $positions } posiciones; error cuadrático medio en las posiciones apartadas: { $before } antes, { $after } ahora; perfil escrito en { $file }
tune-taught = { $positions } posiciones; error cuadrático medio en las posiciones apartadas: { $before } antes, { $after } ahora; red escrita en { $file }
tune-variant = la red aprende de chess, auden y cantwell, no de { $variant }

## Lo que se guarda

store-url = «{ $url }» no nombra ninguna base de datos; es sqlite:// con la ruta de un archivo, o postgres:// con un servidor
store-newer = la base de datos es de una versión más nueva de este programa (paso { $found }, se conocen { $known }): use esa versión o restaure una copia
store-unavailable = la base de datos no responde: { $detail }
store-busy = demasiada gente está entrando en este momento: inténtelo de nuevo enseguida
store-damaged = algo en la base de datos no se puede leer ({ $what }: «{ $text }»)
store-file = { $path } no se puede leer o escribir: { $detail }
store-backup-elsewhere = PostgreSQL tiene sus propias herramientas para copias: pg_dump --format=custom --file=ARCHIVO URL, y pg_restore --clean --dbname=URL ARCHIVO
store-not-a-backup = { $path } no es una copia de seguridad de Qaissa
store-not-found = { $thing ->
    [account] no existe esa cuenta
    [access] esta sesión o clave no existe o ha terminado
    [game] no existe esa partida
    [ply] no hay tal jugada que deshacer
    [offer] no se ha ofrecido nada parecido
    [challenge] no existe ese desafío
    [report] no existe esa denuncia
   *[analysis] no existe ese análisis
}
store-too-many = { $most ->
    [one] solo puede haber uno a la vez
   *[other] solo puede haber { $most } a la vez
}
store-text = este texto es demasiado largo o tiene caracteres que no se pueden mostrar; se guardan como mucho { $longest } caracteres
name-length = un nombre tiene de { $shortest } a { $longest } caracteres
name-character = un nombre solo tiene las letras de la a a la z, cifras, - y _, así que no «{ $character }»
name-edge = un nombre empieza con una letra y termina con una letra o cifra
name-reserved = este nombre está reservado
password-length = una contraseña tiene de { $shortest } a { $longest } caracteres
password-common = esta contraseña es de las que todo el mundo prueba primero
password-name = la contraseña no debe contener el nombre
account-name-taken = el nombre { $name } ya está ocupado
account-wrong-password = el nombre y la contraseña no corresponden
account-too-many-attempts = { $seconds ->
    [one] hubo demasiados intentos: espere un segundo
   *[other] hubo demasiados intentos: espere { $seconds } segundos
}
account-banned = esta cuenta está expulsada: { $reason }
account-not-a-guest = esta cuenta ya tiene nombre
account-games-running = { $count ->
    [one] una partida de esta cuenta sigue en curso: termínela antes
   *[other] { $count } partidas de esta cuenta siguen en curso: termínelas antes
}
account-blocked = uno de los dos ha bloqueado al otro
account-yourself = sería usted mismo
account-muted = por ahora no puede escribir en los chats
game-over = la partida ha terminado
game-not-next = entretanto se hizo otra jugada: la siguiente es la número { $expected }
game-nonces-missing = los dos jugadores deben dar su nonce antes de que se sortee nada
game-nonce-given = el nonce ya se dio
game-not-a-player = estos no son los jugadores de esta partida
game-running = la partida no ha terminado
game-deal-chosen = lo oculto en touch lo reparte la propia partida: quite la semilla y lo que oculta la posición inicial
game-unrated-players = solo puntúan las partidas entre dos personas con cuenta
game-unrated-start = las partidas desde una posición propia no puntúan
game-unrated-clock = las partidas sin reloj no puntúan
challenge-closed = el desafío ya no está abierto
challenge-not-for-you = este desafío no le toca a usted contestarlo
analysis-not-yours = este análisis lo hace ahora otro
control-unreadable = «{ $text }» no es un reloj; es como 300+3, los segundos iniciales (hasta { $hours } horas) y lo que añade cada turno (hasta { $seconds }), o 3d, días por turno (hasta { $days }), o - para ninguno

## El servidor

server-unavailable = el servidor no alcanza su base de datos en este momento; seguirá por sí solo, y lo que acabas de enviar puede haber contado o no
server-malformed = esto no se puede leer: { $detail }
server-unknown = no hay tal { $what }: { $text }
server-not-signed-in = no has iniciado sesión
server-forbidden = no puedes hacer eso
server-wrong-origin = esto se envió desde una página de otro sitio
server-not-found = aquí no hay nada
server-too-fast = { $seconds ->
    [one] demasiado rápido: espera un segundo
   *[other] demasiado rápido: espera { $seconds } segundos
}
server-too-large = esto es demasiado largo
server-not-your-turn = no es tu turno
server-not-ready = los sorteos aún no están listos: falta la parte de tu rival
server-not-now = eso no se puede hacer ahora
server-no-offer = no hay tal oferta
server-told = lo que ha mostrado un tipo oculto no se puede retirar
server-not-left = tu rival no ha estado ausente el tiempo suficiente
server-no-clock = esta partida no tiene un reloj al que se pueda añadir tiempo
server-no-hints = solo hay pistas en las partidas contra el ordenador
server-too-many-games = { $most ->
    [one] solo puedes jugar una partida a la vez
   *[other] solo puedes jugar { $most } partidas a la vez
}
server-engine-busy = el motor tiene demasiado que hacer: inténtalo de nuevo en un momento
server-bot-away = { $name } no está, o no juega a esto
server-closing = el servidor está a punto de reiniciarse: vuelve en un momento
server-internal = algo ha fallado aquí
server-base-url = “{ $text }” no es una URL base; debe ser como https://chess.example.org, sin ruta
server-listen = no se puede escuchar en { $address }: { $error }
server-few-files = el proceso solo puede tener { $most } archivos abiertos, lo que basta para más o menos otros tantos jugadores; permite { $wanted } con “ulimit -n” o LimitNOFILE en la unidad
server-ready = Qaissa sirve en { $url }
server-runtime = el servidor no puede arrancar: { $error }
admin-password = { $name } tiene una nueva contraseña: { $password }
admin-banned = { $name } está expulsado
admin-unbanned = { $name } ya no está expulsado
admin-moderator = { $name } modera desde ahora
admin-member = { $name } ya no modera
admin-backup = todo está escrito en { $file }
admin-restored = todo está como lo tiene { $file }; envía al servidor un SIGHUP para que vuelva a mirar

# What the web app asks for and the game does not have
web-no-position = No hay posición { $number } en esta partida.
web-no-square = { $text } no es una casilla.
web-no-ending = Ninguna partida termina por { $text }.
web-fair = { $steps ->
    [one] Un paso se ha sorteado otra vez con la semilla: el resultado es el mismo.
   *[other] { $steps } pasos se han sorteado otra vez con la semilla: todos los resultados son los mismos.
}
web-not-committed = No hay nada que comprobar: la partida se jugó sin una semilla comprometida.
web-not-revealed = Aún no hay nada que comprobar: la partida sigue y su semilla es secreta.
