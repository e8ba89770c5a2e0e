#!/usr/bin/env python3
"""Cards from Python: one worker stays warm, requests go in and answers come out, a line each.

usage: worker.py PEOPLE.ndjson OUT [CARDSTOCK]     makes OUT/1.png, OUT/2.png ...
"""
import json
import subprocess
import sys
import threading


def cards(worker, requests):
    """Sends requests to a worker and yields its answers in the same order."""

    def send():
        with worker.stdin:
            for request in requests:
                worker.stdin.write(json.dumps(request).encode() + b"\n")

    # Sent beside the reading: neither side ever waits for the other's full pipe.
    threading.Thread(target=send, daemon=True).start()
    for line in worker.stdout:
        yield json.loads(line)


def main():
    people, out = sys.argv[1:3]
    program = sys.argv[3] if len(sys.argv) > 3 else "cardstock"
    with open(people, encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    requests = (
        {"id": number, "record": record, "output": f"{out}/{number}.png"}
        for number, record in enumerate(records, 1)
    )
    worker = subprocess.Popen(
        [program, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    made = failed = 0
    for answer in cards(worker, requests):
        if answer["ok"]:
            made += 1
        else:
            failed += 1
            print(f"{answer['id']}: {answer['error']['message']}", file=sys.stderr)
    worker.wait()
    print(f"{made} made, {failed} failed")
    return 2 if failed else worker.returncode


if __name__ == "__main__":
    sys.exit(main())
