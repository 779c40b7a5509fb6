"""Shows that what looks at the dashboard finds flaws: opens pages with one flaw each, and prints what was not found."""

import sys
import tempfile

from keyboard import search_by_slash, tab_through
from pages import Findings, Inspector, Look, launch
from playwright.sync_api import sync_playwright

# What is wrong with a page, the page's content, and what a finding says.
FLAWS = [
    ("a page wider than the window", "<div style='width:2000px'>wide</div>", "the page is 20"),
    ("text cut at a side", "<p style='width:50px;overflow:hidden;white-space:nowrap'>A long sentence is cut</p>",
     "cut at a side"),
    ("text cut below", "<p style='height:9px;overflow:hidden'>A sentence that has no room</p>", "cut below"),
    ("text on text", "<div style='position:relative'><p style='position:absolute;top:0'>One sentence</p>"
     "<p style='position:absolute;top:3px'>Another sentence</p></div>", "lies on"),
    ("text outside a chart", "<svg width='80' height='40' role='img' aria-label='A chart'>"
     "<text x='50' y='20'>December</text></svg>", "outside its chart"),
    ("a key instead of a text", "<p>signInTitle</p>", "an untranslated key"),
    ("no text", "<p>Some text</p><p class='quiet'></p>", "an empty <p"),
    ("too little contrast", "<p style='color:#ccc;background:#fff'>A sentence that is hard to read</p>",
     "color-contrast"),
    ("a field without a label", "<input name='customer'>", "axe label"),
    ("an image that is missing", "<img src='http://127.0.0.1:1/none.png' alt='A picture'>", "failed: "),
    ("a script that fails", "<p>Text</p><script>throw new Error('broken')</script>", "script: broken"),
    ("focus that cannot be seen", "<style>:focus-visible{outline:none}</style><a href='#x'>A link</a>",
     "the focus cannot be seen"),
    ("another order for Tab", "<a href='#x'>First</a><a href='#y' tabindex='5'>Second</a>", "Tab reaches"),
    ("too many bytes", f"<p>Text</p><!-- {'much ' * 25_000} -->", "the page has 125"),
    ("a slash that is typed nowhere", "<label>Find <input type='search'></label>", "/ does not focus"),
]
# Chromium asks no server for it.
ADDRESS = "http://127.0.0.1:1/"
FRAME = ("<!doctype html><html lang='en'><head><title>Flaws</title></head>"
         "<body><main><h1>A page</h1>{}</main></body></html>")


def answering(content):
    """Returns what answers a request with a page."""
    return lambda route: route.fulfill(body=content, content_type="text/html")


def main():
    missed = 0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as pictures:
        browser = launch(playwright)
        for flaw, content, expected in [("nothing", "<p>A sentence.</p>", None), *FLAWS]:
            findings = Findings()
            with browser.new_context(**Look().settings) as context:
                page = context.new_page()
                inspector = Inspector(page, ADDRESS, Look(), findings, pictures)
                page.route(ADDRESS, answering(FRAME.format(content)))
                page.goto(ADDRESS)
                inspector.check("page", "page")
                tab_through(page, findings, "page")
                search_by_slash(page, findings, "page")
            found = not findings.problems if expected is None else any(expected in one for one in findings.problems)
            if not found:
                missed += 1
                print(f"problem: {flaw}: found only {findings.problems}")
        browser.close()
    print(f"{len(FLAWS) - missed} of {len(FLAWS)} flaws found")
    sys.exit(1 if missed else 0)


main()
