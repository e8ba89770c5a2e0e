#!/usr/bin/env python3
"""Cards from Python: workers stay warm, requests go in and answers come out, a line each.

usage: worker.py PEOPLE.ndjson OUT [CARDSTOCK]     makes OUT/1.png, OUT/2.png ...
"""
import json
import os
import subprocess
import sys
import threading


def cards(program, requests):
    """Starts a worker, sends it requests, and yields its answers in the same order."""
    worker = subprocess.Popen([program, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send():
        with worker.stdin:
            worker.stdin.writelines(requests)

    # Sent beside the reading: neither side ever waits for the other's full pipe.
    threading.Thread(target=send, daemon=True).start()
    for line in worker.stdout:
        yield json.loads(line)
    worker.wait()


def main():
    people, out = sys.argv[1:3]
    program = sys.argv[3] if len(sys.argv) > 3 else "cardstock"
    with open(people, "rb") as file:
        # A line is a record already, so that it goes into its request as it is.
        requests = [
            (number, b'{"id":%d,"output":%s,"record":%s}\n'
             % (number, json.dumps(f"{out}/{number}.png").encode(), line.strip()))
            for number, line in enumerate(file, 1)
            if line.strip()
        ]
    answers = []

    def make(share):
        # A line that is no JSON has an answer without an id, but in its turn.
        numbers = [number for number, _ in share]
        answers.extend(zip(numbers, cards(program, [request for _, request in share])))

    # A worker is one process on one core.
    count = min(os.cpu_count() or 1, len(requests)) or 1
    threads = [
        threading.Thread(target=make, args=(requests[first::count],)) for first in range(count)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    failed = [(number, answer) for number, answer in answers if not answer["ok"]]
    for number, answer in sorted(failed, key=lambda pair: pair[0]):
        print(f"{number}: {answer['error']['message']}", file=sys.stderr)
    print(f"{len(answers) - len(failed)} made, {len(failed)} failed")
    if len(answers) < len(requests):
        return 1
    return 2 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
