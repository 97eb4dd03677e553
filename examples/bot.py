#!/usr/bin/env python3
"""A bot for Qaissa that plays any legal move, in any rule set. Needs nothing but Python.

Make a bot and a token in the settings of your account, or so:

    curl -c jar -H 'content-type: application/json' -d '{"name":"Ana","password":"…"}' http://127.0.0.1:8080/api/session
    curl -b jar -H 'content-type: application/json' -d '{"name":"Dice","rule_sets":["chess","gates"]}' http://127.0.0.1:8080/api/account/bots
    curl -b jar -H 'content-type: application/json' -d '{"label":"home"}' http://127.0.0.1:8080/api/account/bots/Dice/tokens

and start it with the token in the environment, where no list of processes shows it:

    QAISSA_TOKEN=qat_… python3 examples/bot.py http://127.0.0.1:8080

Whoever challenges the bot is accepted by the server at once, as long as this program runs.
"""

import json
import os
import random
import secrets
import sys
import time
import urllib.error
import urllib.request


class Server:
    """A Qaissa server, as a bot talks to it."""

    def __init__(self, url, token):
        self.url = url.rstrip("/")
        self.token = token

    def request(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        return urllib.request.Request(self.url + path, data, headers)

    def get(self, path):
        with urllib.request.urlopen(self.request(path), timeout=30) as response:
            return json.load(response)

    def command(self, kind, game, **more):
        """Sends a command. What is refused is told and changes nothing."""
        body = {"type": kind, "game": game, **more}
        try:
            with urllib.request.urlopen(self.request("/api/command", body), timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            print(f"{game}: {kind}: {error.read().decode()}", file=sys.stderr)
            return None

    def events(self):
        """Everything that happens in the bot's games, as long as the connection lasts. The server sends an empty line now and then."""
        with urllib.request.urlopen(self.request("/api/stream"), timeout=60) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)


class Player:
    """Plays all games of a bot."""

    def __init__(self, server):
        self.server = server
        self.name = None
        self.sides = {}

    def hear(self, event):
        kind, game = event["type"], event.get("game")
        if kind == "welcome":
            self.name = event["account"]["name"]
            print(f"{self.name} is there")
        elif kind == "game":
            self.begin(game, event["state"])
        elif kind == "ready":
            self.play(game)
        elif kind == "step" and event["next"] == self.sides.get(game):
            self.play(game)
        elif kind == "took_back" and event["next"] == self.sides.get(game):
            self.play(game)
        elif kind == "offer" and event["change"] == "made" and event["by"] != self.sides.get(game):
            self.server.command("decline", game, offer=event["offer"])
        elif kind == "over":
            print(f"{game}: {event['ending']['result']}, {event['ending']['reason']}")
            self.sides.pop(game, None)

    def begin(self, game, state):
        """A game as it is: new, or one that was left when the connection broke."""
        if state["ending"]:
            return
        for side in ("white", "black"):
            if state["players"][side]["name"] == self.name:
                self.sides[game] = side
        own = self.sides[game]
        if not state["nonces"][own]:
            # The bot's part in the draws, which nobody can know before.
            self.server.command("nonce", game, nonce=secrets.token_hex(16))
        if all(state["nonces"].values()) and state["next"] == own:
            self.play(game)

    def play(self, game):
        position = self.server.get(f"/api/games/{game}/position")
        if position["next"] == self.sides.get(game) and position["legal"]:
            self.server.command("move", game, text=random.choice(position["legal"]))


def main():
    token = os.environ.get("QAISSA_TOKEN")
    if len(sys.argv) != 2 or not token:
        sys.exit("QAISSA_TOKEN=qat_… bot.py URL")
    server = Server(sys.argv[1], token)
    while True:
        try:
            player = Player(server)
            for event in server.events():
                if event["type"] == "closing":
                    time.sleep(event["reconnect"])
                    break
                player.hear(event)
        except urllib.error.HTTPError as error:
            if error.code in (401, 403):
                sys.exit(f"the server does not know this token: {error.read().decode()}")
            time.sleep(5)
        except OSError as error:
            print(f"the connection is lost: {error}", file=sys.stderr)
            time.sleep(2)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
