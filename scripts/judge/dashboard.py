"""Looks at every page of a dashboard with a real browser, as people with a mouse, a keyboard or no script do.

    dashboard.py PICTURES pass|matrix LINK REFUND CUSTOMER/TRANSACTION ROLE=LINK...

LINK is the invitation of an administrator, the others are those of operators with other roles. REFUND is a request that
waits for an answer, TRANSACTION a purchase of CUSTOMER, which moves to another customer. `pass` opens every page
once, in English, light, on a desktop; `matrix` then opens one of each kind in both languages and color schemes, on a
desktop and on a phone. The pages are those that links lead to from the overview on. Writes pictures into a folder;
prints a line for each problem and a summary; ends with 1 where there are problems.
"""

import itertools
import re
import shutil
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

from keyboard import act, keys_of_pages, search_by_slash, tab_through, tab_to
from pages import Findings, Inspector, Look, Watch, crawl, kinds, launch
from playwright.sync_api import sync_playwright

PASSWORD = "correct horse battery"
DESKTOP, PHONE = (1280, 800), (390, 844)
LOOKS = [Look(*parts) for parts in itertools.product(("en", "zh-Hans"), ("light", "dark"), (DESKTOP, PHONE))]
# How long to wait on a busy machine, in milliseconds.
PATIENCE = 120_000
# The most pages that one look has.
LIMIT = {"pass": 60, "matrix": 90}
# The widths of windows at which every page fits: a phone, tablets and small windows.
WIDTHS = (390, 768, 800, 900, 1024)
# The size of the smallest letters in the drawings of a page, in pixels.
LETTERS = """() => Math.min(...[...document.querySelectorAll("main svg text")].map((text) =>
  parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


class Judge:
    """The browser, and what it is to look at."""

    def __init__(self, browser, pictures, extent, link, acts, roles):
        self.browser, self.pictures, self.extent = browser, pictures, extent
        self.link, self.acts, self.roles = link, acts, roles
        parts = urlsplit(link)
        self.base = f"{parts.scheme}://{parts.netloc}"
        self.findings = Findings()
        self.paths = ["/dashboard"]
        self.state = None

    def run(self):
        for part in (self.accept_by_keyboard, self.sign_in_by_keyboard, self.every_page, self.outside_pages,
                     self.other_looks, self.every_width, self.every_page_by_keyboard, self.without_script,
                     self.acts_by_keyboard, self.double_click, self.sorting, self.other_roles):
            started = time.monotonic()
            try:
                part()
            except Exception as error:  # The other parts still say what they find.
                self.findings.expect(False, f"{part.__name__}: {type(error).__name__}: {error}")
            print(f"{part.__name__}: {time.monotonic() - started:.1f} s", flush=True)

    def context(self, look=None, state=None, **settings):
        """Returns a new context of the browser: one person with a session, or a stranger."""
        context = self.browser.new_context(storage_state=state, **(look or Look()).settings, **settings)
        context.set_default_timeout(PATIENCE)
        return context

    def accept_by_keyboard(self):
        """The invitation is accepted without a mouse: the first field has the focus already."""
        with self.context() as context:
            page = context.new_page()
            inspector = Inspector(page, self.base, Look(), self.findings, self.pictures)
            page.goto(self.link)
            # A picture's name is not the place for a token.
            inspector.check("invitation", "invitation")
            page.goto(self.link)
            self.await_focus(page, "password")
            for _ in range(2):
                page.keyboard.type(PASSWORD)
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            page.wait_for_url(self.is_inside)

    def sign_in_by_keyboard(self):
        """Sign-in, sign-out and sign-in again without a mouse; the session is kept for the other parts."""
        with self.context() as context:
            page = context.new_page()
            self.sign_in_typing(page, "ada")
            self.findings.expect(tab_to(page, "form[action$='/sign-out'] button"), "Tab never reaches the sign-out")
            page.keyboard.press("Enter")
            page.wait_for_url("**/dashboard/sign-in?**")
            page.goto(f"{self.base}/dashboard")
            self.findings.expect("/dashboard/sign-in" in page.url, "after the sign-out the overview is still open")
            self.sign_in_typing(page, "ada")
            self.state = context.storage_state()

    @staticmethod
    def is_inside(address):
        """Returns whether an address is that of a page for operators who are signed in."""
        path = urlsplit(address).path
        return path.startswith("/dashboard") and not path.startswith(("/dashboard/sign-in", "/dashboard/invitation"))

    @staticmethod
    def await_focus(page, name):
        """The browser gives the focus to the first field as soon as it draws the page."""
        page.wait_for_function("name => document.activeElement?.name === name", arg=name)

    def sign_in_typing(self, page, name):
        page.goto(f"{self.base}/dashboard/sign-in")
        self.await_focus(page, "name")
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(self.is_inside)

    def every_page(self):
        """Finds the pages by their links, and looks at each."""
        with self.context(state=self.state) as context:
            page = context.new_page()
            inspector = Inspector(page, self.base, Look(), self.findings, self.pictures)
            self.paths, files = crawl(page, self.base, inspector.open, LIMIT[self.extent])
            for file in files:
                answer = context.request.get(self.base + file)
                self.findings.expect(answer.status == 200, f"{file}: status {answer.status}")
                self.findings.count("files loaded")
            page.goto(f"{self.base}/dashboard/nowhere")
            inspector.check("a page that does not exist", "nowhere", status=404)

    def outside_pages(self):
        """Looks at the pages before the sign-in."""
        for number, look in enumerate(self.looks()):
            with self.context(look) as context:
                page = context.new_page()
                inspector = Inspector(page, self.base, look, self.findings, self.pictures)
                inspector.open("/dashboard/sign-in")
                # Failures of one name soon have to wait.
                page.fill("input[name=name]", f"stranger-{number}")
                page.fill("input[type=password]", "a wrong password")
                page.click("form[action$='/sign-in'] button")
                page.wait_for_selector("[role=alert], .error, .notice")
                inspector.check(f"{look.name} a refused sign-in", "sign-in-refused", status=422)

    def looks(self):
        """Returns the looks of this run, the one of the first pass before the others."""
        return LOOKS[:1] if self.extent == "pass" else LOOKS

    def other_looks(self):
        """Looks at a page of each kind in the other languages, schemes and sizes."""
        for look in self.looks()[1:]:
            with self.context(look, self.state) as context:
                inspector = Inspector(context.new_page(), self.base, look, self.findings, self.pictures)
                for path in kinds(self.paths):
                    inspector.open(path)

    def every_width(self):
        """No page is wider than its window, and the letters of its drawings can be read."""
        with self.context(state=self.state) as context:
            page = context.new_page()
            for path in kinds(self.paths):
                page.goto(self.base + path)
                for width in WIDTHS:
                    page.set_viewport_size({"width": width, "height": 844})
                    found = page.evaluate("document.documentElement.scrollWidth")
                    self.findings.expect(found <= width, f"{path}: {found} pixels wide in a window of {width}")
                    size = page.evaluate(LETTERS)
                    self.findings.expect(size is None or size >= 10, f"{path}: letters of {size} pixels at {width}")
                    self.findings.count("widths")

    def every_page_by_keyboard(self):
        """Tab reaches all that can be used on a page of each kind, and one sees where it is."""
        with self.context(state=self.state) as context:
            page = context.new_page()
            for path in kinds(self.paths):
                page.goto(self.base + path)
                tab_through(page, self.findings, path)
                search_by_slash(page, self.findings, path)
            keys_of_pages(page, self.findings, self.base + "/dashboard")

    def without_script(self):
        """The same pages open without JavaScript, from the sign-in to the sign-out."""
        with self.context(java_script_enabled=False) as context:
            page = context.new_page()
            watch = Watch(page, self.base)
            page.goto(f"{self.base}/dashboard/account")
            self.findings.expect("next=" in page.url, "without a session the account page leads elsewhere")
            page.fill("input[name=name]", "ada")
            page.fill("input[type=password]", PASSWORD)
            page.click("form[action$='/sign-in'] button")
            page.wait_for_url(f"{self.base}/dashboard/account")

            def visit(path):
                answer = page.goto(self.base + path)
                self.findings.count("pages without script")
                texts = page.locator("main").inner_text()
                self.findings.expect(len(texts) > 20, f"without script: {path} is empty")
                return self.findings.expect(answer.status == 200, f"without script: {path}: status {answer.status}")

            crawl(page, self.base, visit, LIMIT[self.extent])
            for complaint in watch.taken():
                self.findings.expect(False, f"without script: {complaint}")
            page.goto(f"{self.base}/dashboard")
            page.click("form[action$='/sign-out'] button")
            page.wait_for_url("**/dashboard/sign-in?**")

    def acts_by_keyboard(self):
        """A refund is answered and a purchase moves to another customer, by keys alone."""
        refund, (customer, transaction) = self.acts[0], self.acts[1].split("/")
        for page_name, path, values in (
            ("refunds", f"refunds/{refund}/answer", {"answer": "DECLINE", "reason": "Was used."}),
            ("customers", f"customers/{customer}/transfer?transaction={transaction}",
             {"to": "customer-6", "reason": "Asked for it by mail."}),
        ):
            with self.context(state=self.state) as context:
                page = context.new_page()
                page.goto(f"{self.base}/dashboard")
                link = page.query_selector(f"nav a[href$='/{page_name}']")
                if not link:
                    print(f"no page of {page_name}, so no act on it", flush=True)
                    continue
                place = link.get_attribute("href").removesuffix(page_name) + path
                answer = page.goto(self.base + place)
                if self.findings.expect(answer.status == 200, f"{place}: status {answer.status}"):
                    act(page, self.findings, place, values)

    def double_click(self):
        """A double click creates a key once: its page, the only one with its text, is not replaced by another."""
        with self.context(state=self.state) as context:
            page = context.new_page()
            page.goto(f"{self.base}/dashboard")
            keys = page.get_attribute("nav a[href$='/keys']", "href")
            page.goto(self.base + keys.removesuffix("keys") + "new-key")
            page.fill("input[name=name]", "pressed twice")
            page.fill("[name=reason]", "A double click.")
            page.click("main form[method=post] button")
            page.fill("input[name=password]", PASSWORD)
            page.dblclick("form:has(input[name=stamp]) button", delay=50)
            page.wait_for_selector("text=/purser_sk_/")
            self.findings.count("double clicks")

    def sorting(self):
        """The head of a column sorts the rows that are shown, up and down, and a time states its exact instant."""
        with self.context(state=self.state) as context:
            page = context.new_page()
            page.goto(f"{self.base}/dashboard")
            page.goto(self.base + page.get_attribute("nav a[href$='/events']", "href"))
            head = "table.list th:first-child"
            for order in ("ascending", "descending"):
                page.click(f"{head} .sort")
                self.findings.expect(page.get_attribute(head, "aria-sort") == order, f"the events are not {order}")
                times = page.eval_on_selector_all("table.list td:first-child time", "all => all.map(one => one.dateTime)")
                self.findings.expect(times == sorted(times, reverse=order == "descending"), f"{order}: {times}")
            title = page.get_attribute("table.list td:first-child time", "title")
            self.findings.expect(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", title or ""), f"a time states {title}")
            self.findings.count("columns sorted")

    def other_roles(self):
        """Operators of other roles see no link to a page that is closed to them."""
        for role, link in self.roles.items():
            with self.context() as context:
                page = context.new_page()
                page.goto(link)
                for field in page.query_selector_all("input[type=password]"):
                    field.fill(PASSWORD)
                page.click("form[action$='/invitation'] button")
                page.wait_for_url(self.is_inside)

                def visit(path):
                    answer = page.goto(self.base + path)
                    self.findings.count(f"pages of {role}")
                    return self.findings.expect(answer.status == 200, f"{role}: {path}: status {answer.status}")

                crawl(page, self.base, visit, LIMIT["pass"])


def main():
    pictures, extent, link, refund, purchase, *others = sys.argv[1:]
    for look in LOOKS:
        # A page that no longer exists leaves no picture.
        shutil.rmtree(Path(pictures) / look.name, ignore_errors=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        roles = dict(other.split("=", 1) for other in others)
        judge = Judge(browser, pictures, extent, link, (refund, purchase), roles)
        judge.run()
        browser.close()
    for problem in judge.findings.problems:
        print("problem:", problem)
    counts = ", ".join(f"{name}: {number}" for name, number in judge.findings.counts.items())
    print(f"{len(judge.paths)} pages found, {len(judge.findings.problems)} problems; {counts}")
    sys.exit(1 if judge.findings.problems else 0)


main()
