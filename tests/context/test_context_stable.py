"""The same belief and the same options give the same bytes, wherever and whenever they are asked for."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from context_desk import NOW, READERS, TEMPLATES, blocks, known_vault, noted, persona, said, steady, told

QUESTION = "who bakes in Ulm, and how are refunds paid?"
FORMS = sorted(READERS)
ROOT = Path(__file__).parents[2]


def prompts(vault, **options):
    """Everything there is to print, in each form; the budget leaves something for the question."""
    parts = [word for part in ("identity", "memory", "query", "knowledge", "static") for word in ("--part", part)]
    return [
        persona(vault, "context", "--stable", "--budget", "90", "--format", form, *parts, QUESTION, **options).out
        for form in FORMS
    ]


def test_two_vaults_of_one_input_give_the_same_bytes(tmp_path):
    """Another folder, another machine and another day make no difference: ids come from what was said."""
    here, there = (tmp_path / name / "vault" for name in ("here", "there"))
    for place, machine in ((here, "here"), (there, "there")):
        place.parent.mkdir()
        known_vault(place, steady(1, machine))

    assert prompts(here) == prompts(there)
    assert prompts(here) == prompts(there, now="2026-06-20T18:30:00+00:00")


def test_a_rebuilt_index_gives_the_same_bytes(tmp_path, around):
    """All that is rebuilt may go: the prompt that comes after is the same to the byte."""
    vault = known_vault(tmp_path / "vault", around)
    before = prompts(vault)
    shutil.rmtree(vault / ".persona")

    assert before == prompts(vault)
    assert persona(vault, "reindex").code == 0
    assert before == prompts(vault)


def test_a_session_gives_the_bytes_of_its_first_call_again(tmp_path, around):
    """The first call, the ones after it and one without a session print the same compilation."""
    vault = known_vault(tmp_path / "vault", around)
    first, second, alone = (
        persona(vault, "context", "--stable", "--part", "memory", *session).out
        for session in (("--session", "s"), ("--session", "s"), ())
    )

    assert first == second == alone


def test_only_the_clock_tells_two_minutes_apart(tmp_path, around):
    """Without --stable the time stands in the preamble, and nowhere else."""
    vault = known_vault(tmp_path / "vault", around)
    early, late = (
        persona(vault, "context", QUESTION, now=NOW.replace("09:00", time)).out.splitlines()
        for time in ("09:00", "09:01")
    )

    assert ["It is Monday, 1 June 2026, 09:00 (UTC+00:00)."] == [line for line in early if line not in late]
    assert len(early) == len(late)


# --- our own words come back ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("role", ["user", "assistant", "system"])
def test_our_own_blocks_are_no_news(tmp_path, around, form, role):
    """A transcript that holds what was rendered, preamble and date included, adds no turn text of it and no fact."""
    vault = known_vault(tmp_path / "vault", around)
    before = persona(vault, "facts", "--jsonl", "--include-past").out
    prompt = persona(
        vault,
        "context",
        "--format",
        form,
        "--budget",
        "90",
        "--part",
        "identity",
        "--part",
        "memory",
        "--part",
        "query",
        "--part",
        "knowledge",
        QUESTION,
    ).out
    told(
        vault,
        said(f"{prompt}\nNow tell me about fennel.", "2026-06-01", talk="c9", role=role, number=91),
        said(f"Quote:\n> ok {prompt.replace(chr(10), chr(10) + '> ')}", "2026-06-01", talk="c9", role=role, number=92),
        said(prompt, "2026-06-01", talk="c9", role=role, number=93),
        name="echo.jsonl",
    )  # fmt: skip
    stored = "".join(path.read_text() for path in sorted((vault / "episodes").iterdir()))
    echo = [json.loads(line) for line in stored.splitlines() if '"c9-9' in line]

    assert len(blocks(prompt)) == 3
    assert {"Now tell me about fennel."} <= {turn["text"].strip() for turn in echo}
    assert not any(
        word in turn["text"]
        for turn in echo
        for word in ("long-term memory", "It is Monday", "reference material", "fa_", "walnuts", "authoritative")
    )
    assert before == persona(vault, "facts", "--jsonl", "--include-past").out


def test_a_torn_block_takes_nothing_in_either(tmp_path, around):
    """A prompt that a host cut off in the middle of a block is dropped to its end."""
    vault = known_vault(tmp_path / "vault", around)
    prompt = persona(vault, "context").out
    noted(
        vault,
        around,
        said("before " + prompt[: prompt.index("walnuts") + 3], "2026-06-01", talk="c9", number=91),
        name="echo.jsonl",
    )
    stored = "".join(path.read_text() for path in (vault / "episodes").iterdir())

    assert '"text":"before' in stored
    assert 1 == stored.count("I moved to Graz")


# --- the wheel ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel as the build system of the project makes it."""
    folder = tmp_path_factory.mktemp("wheel")
    call = f"from hatchling.build import build_wheel; print(build_wheel({str(folder)!r}))"
    done = subprocess.run([sys.executable, "-c", call], cwd=ROOT, capture_output=True, text=True, check=True)
    return folder / done.stdout.split()[-1]


def test_the_wheel_holds_the_templates(wheel):
    """Every shipped template is in the wheel, byte for byte, and so is the package that looks for them beside itself."""
    with zipfile.ZipFile(wheel) as archive:
        shipped = {
            name.removeprefix("persona_cli/templates/"): archive.read(name)
            for name in archive.namelist()
            if name.startswith("persona_cli/templates/")
        }

    assert shipped == {path.name: path.read_bytes() for path in TEMPLATES.iterdir()}


def test_the_templates_of_an_installed_wheel_are_found(wheel, tmp_path, around):
    """The program unpacked from the wheel, with no repository near, prints the same prompt as this one."""
    vault = known_vault(tmp_path / "vault", around)
    place = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    settings = {"PYTHONPATH": str(place), "HOME": str(tmp_path), "PERSONA_VAULT": str(vault), "PERSONA_NOW": NOW}
    run = [sys.executable, "-m", "persona_cli", "context"]
    done = subprocess.run([*run, QUESTION], cwd=tmp_path, env=settings, capture_output=True, text=True, check=True)
    listed = subprocess.run(
        [*run, "--list", "--json"], cwd=tmp_path, env=settings, capture_output=True, text=True, check=True
    )

    assert persona(vault, "context", QUESTION).out == done.stdout
    assert {str(place / "persona_cli" / "templates")} == {
        str(Path(t["path"]).parent) for t in json.loads(listed.stdout)["templates"]
    }


@pytest.mark.slow
def test_an_installed_command_finds_its_templates(wheel, tmp_path):
    """Installed with pip into a fresh environment, the command fills them."""
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "env"], check=True)
    subprocess.run(
        [tmp_path / "env" / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel],
        check=True,
    )
    settings = {
        "HOME": str(tmp_path),
        "PERSONA_VAULT": str(tmp_path / "vault"),
        "PYTHONPATH": ":".join(path for path in sys.path if "site-packages" in path),
    }
    command = tmp_path / "env" / "bin" / "persona"
    subprocess.run([command, "init"], env=settings, check=True, capture_output=True, cwd=tmp_path)
    done = subprocess.run([command, "context"], env=settings, check=True, capture_output=True, text=True, cwd=tmp_path)

    assert "You have a long-term memory" in done.stdout
