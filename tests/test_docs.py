"""What README and docs show is what happens: every console block is run, every Python example too."""

import doctest
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from reports.cli import main

PAGES = [Path("README.md"), *sorted(Path("docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list:
    found = []
    for page in PAGES:
        for number, match in enumerate(BLOCK.finditer(page.read_text("utf-8"))):
            if match[1] == kind:
                found.append(pytest.param(match[2], id=f"{page.name}-{number}"))
    return found


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_say_what_the_page_says(block: str) -> None:
    """`$ trictrac …` lines and what follows them; a line of `…` stands for any lines."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        words = shlex.split(command)
        assert words[0] == "trictrac"
        result = CliRunner().invoke(main, words[1:])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        pattern = "".join(".*" if line.strip() == "…" else re.escape(line) + "\n" for line in expected.splitlines())
        assert re.fullmatch(pattern, result.output, re.DOTALL), f"$ {command}\n{result.output}"


@pytest.mark.parametrize("block", blocks("python"))
def test_examples_in_python(block: str) -> None:
    test = doctest.DocTestParser().get_doctest(block, {}, "docs", None, None)
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert failed == 0


def test_every_command_is_in_the_readme_and_has_help() -> None:
    readme = Path("README.md").read_text("utf-8")
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert f"`trictrac {name}" in readme, name
        assert command is not None
        assert command.help
        assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0


def test_links_of_the_docs_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page}: {target}"
