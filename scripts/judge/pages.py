"""A browser that looks at the pages of a dashboard, and what it finds."""

import json
import os
import re
from pathlib import Path
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

from axe_playwright_python.sync_playwright import Axe

HERE = Path(__file__).parent
TEXTS = HERE.parent.parent / "Sources/CDashboard/Texts"
CHECKS = (HERE / "page.js").read_text()
LANGUAGES = {"en": "en-US", "zh-Hans": "zh-CN"}
# How many addresses of one shape are opened: a list and its next page, one customer and another.
OF_ONE_SHAPE = 2
# What is searched: something that there is, and something that there is not.
SEARCHED = ("customer-1", "no-such-thing")
# The most bytes of a page with all that it loads.
WEIGHT = 100_000


class Look:
    """A language, a color scheme and a size of the window."""

    def __init__(self, language="en", scheme="light", size=(1280, 800)):
        self.language, self.scheme, self.size = language, scheme, size

    @property
    def name(self):
        """The name of the folder with its pictures."""
        return f"{self.language}-{self.scheme}-{'phone' if self.size[0] < 600 else 'desktop'}"

    @property
    def settings(self):
        """The settings of a browser's context."""
        return {
            "locale": LANGUAGES[self.language],
            "color_scheme": self.scheme,
            "viewport": {"width": self.size[0], "height": self.size[1]},
            "timezone_id": "Asia/Shanghai" if self.language == "zh-Hans" else "America/New_York",
        }


class Findings:
    """The problems found, and the numbers of what was looked at."""

    def __init__(self):
        self.problems = []
        self.counts = {}

    def expect(self, condition, text):
        """Records a problem unless a condition is true."""
        if not condition and text not in self.problems:
            self.problems.append(text)
        return condition

    def count(self, name):
        """Counts something that was looked at."""
        self.counts[name] = self.counts.get(name, 0) + 1


class Watch:
    """What a browser complains of while a page is open: its console, and requests without success."""

    def __init__(self, page, base):
        self.complaints = []
        page.on("console", lambda line: line.type in ("error", "warning") and self.note(f"console: {line.text}"))
        page.on("pageerror", lambda error: self.note(f"script: {error}"))
        page.on("requestfailed", lambda request: self.failed(request))
        page.on("response", lambda answer: self.answered(answer, base))

    def note(self, text):
        self.complaints.append(text)

    def failed(self, request):
        # Leaving a page ends what it still loads, such as the stream of its live updates.
        if request.failure != "net::ERR_ABORTED":
            self.note(f"failed: {request.url} {request.failure}")

    def answered(self, answer, base):
        if answer.status >= 400:
            self.note(f"{answer.status}: {answer.url}")
        if not answer.url.startswith((base, "data:", "blob:")):
            self.note(f"from another host: {answer.url}")

    def taken(self):
        """Returns the complaints since the last call."""
        complaints, self.complaints = self.complaints, []
        return complaints


def shape(path):
    """Returns an address without what names one of many things: ids, numbers, and the values of a query."""
    parts = urlsplit(path)
    named = [segment if re.fullmatch(r"[a-z][a-z-]{0,30}", segment) else "*" for segment in parts.path.split("/")[1:]]
    return "/".join(named) + "?" + ",".join(sorted(name for name, _ in parse_qsl(parts.query, keep_blank_values=True)))


def links(page, base):
    """Returns the addresses of the dashboard to which a page links or that it searches, and those of files to load."""
    found = page.eval_on_selector_all(
        "a[href]", "links => links.map(link => [link.href, link.hasAttribute('download')])")
    searches = page.eval_on_selector_all(
        "form[method=get]:has(input[type=search])", "forms => forms.map(form => form.action)")
    found += [[f"{action}?q={words}", False] for action in dict.fromkeys(searches) for words in SEARCHED]
    paths, files = [], []
    for href, is_file in found:
        url = urldefrag(urljoin(page.url, href)).url
        path = url.removeprefix(base)
        if path == url or not re.match(r"/dashboard($|[/?])", path):
            continue
        is_file = is_file or re.search(r"/file($|\?)|[?&]export=(csv|json)", path)
        target = files if is_file else paths
        if path not in target:
            target.append(path)
    return paths, files


def crawl(page, base, visit, limit, start=("/dashboard",)):
    """Opens pages from the first on, follows the links of each, and returns the addresses that were visited.

    `visit` opens one and returns whether its links shall be followed.
    """
    paths, shapes, place = list(start), {}, 0
    for path in paths:
        shapes[shape(path)] = 1
    files = {}
    while place < len(paths):
        path = paths[place]
        place += 1
        if not visit(path):
            continue
        further, loadable = links(page, base)
        for file in loadable:
            files.setdefault(shape(file), file)
        for candidate in further:
            kind = shape(candidate)
            if candidate in paths or shapes.get(kind, 0) >= OF_ONE_SHAPE or len(paths) >= limit:
                continue
            shapes[kind] = shapes.get(kind, 0) + 1
            paths.append(candidate)
    return paths, list(files.values())


def kinds(paths):
    """Returns the first address of each shape."""
    first = {}
    for path in paths:
        first.setdefault(shape(path), path)
    return list(first.values())


class Inspector:
    """Opens pages in one look, and records their problems and pictures."""

    def __init__(self, page, base, look, findings, pictures):
        self.page, self.base, self.look, self.findings = page, base, look, findings
        self.pictures = Path(pictures) / look.name
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.watch = Watch(page, base)
        self.axe = Axe()
        texts = {language: json.loads((TEXTS / f"{language}.json").read_text()) for language in LANGUAGES}
        own = texts[look.language]
        self.arguments = {
            "width": look.size[0],
            "most": WEIGHT,
            # A single word may be the same in both, such as a product's name.
            "texts": [text for text in texts["en"].values() if " " in text],
            "own": list(own.values()),
            "keys": [key for key in own if re.search("[a-z][A-Z]", key)],
        }

    def open(self, path, status=200):
        """Opens a page, checks it, and returns whether it could be opened."""
        place = f"{self.look.name} {path}"
        self.watch.taken()
        answer = self.page.goto(self.base + path, wait_until="load")
        if not self.findings.expect(answer and answer.status == status, f"{place}: status {answer and answer.status}"):
            return False
        self.check(place, path)
        return True

    def check(self, place, name, status=200):
        """Checks the page that is open, whose status is no complaint."""
        for problem in self.page.evaluate(CHECKS, self.arguments):
            self.findings.expect(False, f"{place}: {problem}")
        for violation in self.axe.run(self.page).response["violations"]:
            if violation["impact"] in ("serious", "critical"):
                elements = [node["html"][:160] for node in violation["nodes"][:3]]
                self.findings.expect(False, f"{place}: axe {violation['id']}: {violation['help']}: {elements}")
        file = re.sub(r"[^A-Za-z0-9._-]+", "-", name.removeprefix("/dashboard").strip("/"))[:80] or "overview"
        self.page.screenshot(path=self.pictures / f"{file}.png", full_page=True)
        for complaint in self.watch.taken():
            if f"status of {status} " not in complaint and not complaint.startswith(f"{status}: "):
                self.findings.expect(False, f"{place}: {complaint}")
        self.findings.count("pages inspected")


def launch(playwright):
    """Returns Debian's Chromium; as root, as in a container, it has no sandbox, and opens only pages of ours."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path="/usr/bin/chromium", args=arguments)
