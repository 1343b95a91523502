"""Stores and records in an object store: a server that speaks its protocol stands in for one (`pip install moto[server,s3]`)."""

import multiprocessing
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

pytest.importorskip("deltalake")
pytest.importorskip("obstore")
pytest.importorskip("moto")

from archives import folder, judged, matches, put, same, stored, tiny
from test_analysis_archive_store import _add_at_once

from analysis.archive import Archive, Store, StoreError
from analysis.archive.keeping import compact, drop, status

HERE = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def server() -> str:
    import boto3

    port = 5600 + int(time.time()) % 300
    url = f"http://127.0.0.1:{port}"
    running = subprocess.Popen([sys.executable, "-m", "moto.server", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(url, timeout=1)
                break
            except OSError:
                time.sleep(0.2)
        keys = {"aws_access_key_id": "x", "aws_secret_access_key": "y", "region_name": "us-east-1"}
        boto3.client("s3", endpoint_url=url, **keys).create_bucket(Bucket="club")
        yield url
    finally:
        running.kill()
        running.wait()


@pytest.fixture
def bucket(server: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    told = {
        "AWS_ACCESS_KEY_ID": "x",
        "AWS_SECRET_ACCESS_KEY": "y",
        "AWS_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": server,
        "AWS_ALLOW_HTTP": "true",
        "PYTHONPATH": f"{HERE}:{HERE / 'tests'}",
    }
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    return f"s3://club/{request.node.name}"


def test_a_store_in_a_bucket(tmp_path: Path, bucket: str) -> None:
    records = folder(tmp_path / "r", matches(3))
    put(f"{bucket}/store", records)
    assert put(f"{bucket}/store", records).games == 0
    assert same(stored(f"{bucket}/store"), judged(records))
    compact(Store(f"{bucket}/store"), keep_hours=0)
    assert same(stored(f"{bucket}/store"), judged(records))
    assert status(Archive(f"{bucket}/store")).games == 3
    drop(Store(f"{bucket}/store"), [records / "game00001.tgn"])
    assert stored(f"{bucket}/store")["games"].height == 2
    with pytest.raises(StoreError, match="there is no archive here"):
        Archive(f"{bucket}/nothing")


def test_records_in_a_bucket(tmp_path: Path, bucket: str) -> None:
    from obstore.store import from_url

    records = folder(tmp_path / "r", matches(3))
    place = from_url(bucket, client_options={"allow_http": True})
    for file in records.iterdir():
        place.put(f"records/{file.name}", file.read_bytes())
    put(tmp_path / "store", f"{bucket}/records")
    held = stored(tmp_path / "store")
    here = judged(records)
    assert held["plies"].drop("file").equals(here["plies"].drop("file"))
    assert held["games"]["file"][0] == f"{bucket}/records/game00000.tgn"
    assert put(tmp_path / "store", f"{bucket}/records").code == put(tmp_path / "store", records).code
    assert put(tmp_path / "store", f"{bucket}/nowhere").code == 2


def test_two_writers_at_one_bucket(tmp_path: Path, bucket: str) -> None:
    records = folder(tmp_path / "r", [*matches(3), *(tiny(number) for number in range(20))])
    files = sorted(str(file) for file in records.iterdir())
    spawn = multiprocessing.get_context("spawn")
    begin = time.time() + 2
    both = [spawn.Process(target=_add_at_once, args=(f"{bucket}/store", share, begin)) for share in (files[:16], files[6:][::-1])]
    for writer in both:
        writer.start()
    for writer in both:
        writer.join(180)
    assert [writer.exitcode for writer in both] == [0, 0]
    assert same(stored(f"{bucket}/store"), judged(records))
