#!/usr/bin/env python3
"""Reads a recording with the `mcap` package, which shares no code with ours.

    python3 check_recording.py FILE [--cuts N]

Lists channels with their counts, and checks: the counts are those of the file's statistics; times are in order on each
channel, equal as logged and as published, within the file's bounds; JSON messages fit their schemas; protobuf messages
decode by the schemas in the file; pictures are pictures. Then it cuts the file off at N places, as a killed run does,
and checks that each piece gives the same messages up to its last whole chunk. Of a file that was cut off already it
lists what is there. Exit code 1 and a line on standard error when something is wrong. Needs the packages of
requirements.txt.
"""

import argparse
import collections
import io
import json
import random
import struct
import sys

import cv2
import jsonschema
import numpy as np
import zstandard
from mcap.exceptions import McapError
from mcap.reader import make_reader
from mcap.records import Channel, Message
from mcap.stream_reader import StreamReader
from mcap_protobuf.decoder import DecoderFactory

OWN = {"/multiball/stage", "/multiball/snapshots", "/multiball/events", "/multiball/strokes"}
VALIDATED_EACH = 200  # messages of a channel (of events: of a kind) whose schema is checked; all are parsed


def wrong(text):
    print(f"check_recording: {text}", file=sys.stderr)
    sys.exit(1)


def messages_of(data):
    """Messages by topic as they come off the stream, and whether it ends as it should."""
    topics, found = {}, collections.defaultdict(list)
    try:
        for record in StreamReader(io.BytesIO(data), record_size_limit=None).records:
            if isinstance(record, Channel):
                topics[record.id] = record.topic
            elif isinstance(record, Message):
                found[topics[record.channel_id]].append((record.log_time, record.publish_time, bytes(record.data)))
    except (McapError, struct.error, zstandard.ZstdError):
        # What the package raises at the end of a file that was cut off depends on where that is.
        return found, False
    return found, True


def check_times(topic, messages, statistics):
    last = 0
    for logged, published, _ in messages:
        if logged != published:
            wrong(f"{topic}: logged at {logged} ns, published at {published} ns; allowed is one time")
        if not statistics.message_start_time <= logged <= statistics.message_end_time:
            wrong(f"{topic}: {logged} ns is outside the file's bounds")
        if topic != "/multiball/events" and logged < last:
            wrong(f"{topic}: {logged} ns comes after {last} ns")
        last = logged


def check_json(topic, schema, messages):
    validator = jsonschema.Draft202012Validator(json.loads(schema.data))
    validated = collections.Counter()
    step = max(1, len(messages) // VALIDATED_EACH) if topic != "/multiball/events" else 1
    for index, (_, _, data) in enumerate(messages):
        value = json.loads(data)
        kind = value.get("kind", "")
        if index % step == 0 and validated[kind] < VALIDATED_EACH:
            validated[kind] += 1
            for error in validator.iter_errors(value):
                wrong(f"{topic}: message {index}: {error.message}")
    return validated


def check_protobuf(schema, messages):
    decode = DecoderFactory().decoder_for("protobuf", schema)
    for _, _, data in messages:
        message = decode(data)
        if schema.name == "foxglove.CompressedImage":
            image = cv2.imdecode(np.frombuffer(message.data, np.uint8), cv2.IMREAD_UNCHANGED)
            if image is None or image.ndim != 2:
                wrong(f"a picture of {len(message.data)} bytes is no grey image")


def list_cut(found):
    """A session that was cut off: what is there, its JSON parsed."""
    if not found.get("/multiball/stage"):
        wrong("no recording, or cut off before the hall was described")
    for topic, messages in found.items():
        if topic in OWN:
            for _, _, data in messages:
                json.loads(data)
        print(f"{len(messages):8} {topic}")
    print(f"cut off after {found['/multiball/snapshots'][-1][0] / 1e9 if found['/multiball/snapshots'] else 0:.2f} s")


def check_whole(data, found):
    summary = make_reader(io.BytesIO(data)).get_summary()
    statistics = summary.statistics
    for channel in sorted(summary.channels.values(), key=lambda channel: channel.id):
        schema, messages = summary.schemas[channel.schema_id], found[channel.topic]
        if len(messages) != statistics.channel_message_counts.get(channel.id, 0):
            wrong(f"{channel.topic}: {len(messages)} messages, the statistics say otherwise")
        check_times(channel.topic, messages, statistics)
        if channel.message_encoding == "json":
            check_json(channel.topic, schema, messages)
        else:
            check_protobuf(schema, messages)
        print(f"{len(messages):8} {channel.topic:28} {schema.name:28} {channel.message_encoding}")
    missing = OWN - {channel.topic for channel in summary.channels.values()}
    if missing:
        wrong(f"channels are missing: {', '.join(sorted(missing))}")
    print(f"{statistics.message_count:8} messages in {statistics.chunk_count} chunks, {len(data)} bytes, "
          f"{statistics.message_end_time / 1e9:.2f} s")


def check_cuts(data, whole, cuts):
    chance = random.Random(1)
    snapshots = 0
    for end in sorted(chance.randrange(len(data)) for _ in range(cuts)):
        found, ends = messages_of(data[:end])
        if ends:
            wrong(f"cut off at {end}, it seems whole")
        for topic, messages in found.items():
            if messages != whole[topic][:len(messages)]:
                wrong(f"cut off at {end}, {topic} has other messages")
        now = len(found.get("/multiball/snapshots", ()))
        if now < snapshots:
            wrong(f"cut off at {end}, {now} snapshots are left, earlier {snapshots} were")
        snapshots = now
    print(f"{cuts:8} cuts are readable up to their last whole chunk")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("file")
    parser.add_argument("--cuts", type=int, default=20)
    arguments = parser.parse_args()
    with open(arguments.file, "rb") as file:
        data = file.read()
    found, ends = messages_of(data)
    if ends:
        check_whole(data, found)
        check_cuts(data, found, arguments.cuts)
    else:
        list_cut(found)


if __name__ == "__main__":
    main()
