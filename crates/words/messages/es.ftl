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
variant-not-playable = en esta versión no se puede jugar al reglamento «{ $variant }»

## Finales

reason-checkmate = jaque mate
reason-stalemate = ahogado
reason-insufficient-material = ningún bando tiene material para dar mate
reason-threefold-repetition = la posición se ha dado tres veces
reason-fivefold-repetition = la posición se ha dado cinco veces
reason-fifty-moves = cincuenta jugadas sin captura ni movimiento de peón
reason-seventy-five-moves = setenta y cinco jugadas sin captura ni movimiento de peón
reason-resignation = abandono
reason-agreement = de común acuerdo
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

## Línea de órdenes

lang-unknown = no hay idioma «{ $text }»; hay en y es
rules-unknown = no hay reglas de «{ $variant }»
usage = { $what } («qaissa help» dice más)
file-error = no se puede leer { $file }: { $error }
output-error = no se puede escribir la respuesta: { $error }
threads-error = no se pueden iniciar los hilos: { $error }
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
verify-empty = no hay ninguna partida en { $file }
verify-broken = { $broken ->
    [one] 1 partida de { $file } está rota
   *[other] { $broken } partidas de { $file } están rotas
}
bench-wrong = { $case }: sale { $found } en vez de { $expected }

## Consola

play-welcome = { $game }: { $white } (Blancas) contra { $black } (Negras)
play-how = Escribe una jugada, como e4 o e2e4, o ayuda.
play-move = { $side }: { $mv }
play-resign-sure = ¿Abandonar esta partida? (sí/no)
play-draw-offer = { $side }, ¿aceptáis tablas? (sí/no)
play-undo-none = No hay nada que deshacer.
play-help =
    Una jugada se escribe e4, Cf3, exd5, O-O, e8=D, o de casilla a casilla: e2e4, g1f3, e7e8q.
    tablero   muestra el tablero         girar      le da la vuelta
    jugadas   lista las jugadas legales  deshacer   retira una jugada
    tablas    reclama u ofrece tablas    abandonar  da la partida por perdida
    fen       escribe la posición        pgn        escribe la partida
    ayuda     escribe esto               salir      termina
player-human = una persona
player-random = el jugador al azar
player-unknown = no hay jugador «{ $text }»; hay human y random
yes = sí/si
command-help = ayuda
command-board = tablero
command-moves = jugadas
command-undo = deshacer
command-draw = tablas
command-resign = abandonar
command-flip = girar
command-fen = fen
command-pgn = pgn
command-quit = salir

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
