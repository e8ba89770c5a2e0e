#!/usr/bin/env python3
"""Cards on a Spark cluster: each executor pipes its part of the people through a warm worker.

usage: spark-submit spark.py PEOPLE.ndjson OUT [CARDSTOCK [PARTS]]

PEOPLE may be any path that Spark reads, OUT a folder that all executors share. The program and its
fonts must lie on each node under the same path. The files are those of one machine, byte for byte.
"""
import json
import shlex
import sys

from pyspark.sql import SparkSession


def request(out, line):
    record = json.loads(line)
    return json.dumps(
        {"id": record["id"], "record": record, "output": f"{out}/{record['id']}.png"}
    )


def main():
    people, out = sys.argv[1:3]
    program = sys.argv[3] if len(sys.argv) > 3 else "cardstock"
    parts = int(sys.argv[4]) if len(sys.argv) > 4 else None
    spark = SparkSession.builder.appName("cards").getOrCreate()
    lines = spark.sparkContext.textFile(people).filter(str.strip)
    # One partition is one worker; several hundred cards in each make its start-up vanish.
    if parts:
        lines = lines.repartition(parts)
    answers = (
        lines.map(lambda line: request(out, line))
        .pipe(shlex.join([program, "worker"]), checkCode=True)
        .map(json.loads)
        .cache()
    )
    made = answers.filter(lambda answer: answer["ok"]).count()
    failures = answers.filter(lambda answer: not answer["ok"])
    for answer in failures.take(20):
        print(f"{answer.get('id')}: {answer['error']['message']}", file=sys.stderr)
    failed = failures.count()
    print(f"{made} made, {failed} failed, {answers.getNumPartitions()} parts")
    spark.stop()
    return 2 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
