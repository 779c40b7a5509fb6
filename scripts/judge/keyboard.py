"""A person without a mouse: what Tab reaches, and how one sees where it is."""

import re

# The elements that Tab should reach, in the order of the page, each marked with its number.
REACHABLE = """() => {
  const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]");
  const radios = new Set();
  const reachable = [...all].filter((element) => {
    if (element.disabled || element.tabIndex < 0 || element.type === "hidden") return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.type !== "radio") return true;
    // Tab reaches one button of a group: the checked one, or the first.
    const group = [...document.querySelectorAll(`input[type=radio][name="${element.name}"]`)];
    const checked = group.find((button) => button.checked);
    return checked ? checked === element : group[0] === element;
  });
  reachable.forEach((element, number) => element.setAttribute("data-judge", number));
  return reachable.map((element) => element.outerHTML.slice(0, 100));
}"""

# The element with the focus, and whether it can be seen and seen to have the focus.
FOCUSED = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const isMarked = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== "none";
  const isInWindow = box.width > 1 && box.height > 1 && box.bottom > 0 && box.right > 0
    && box.top < innerHeight && box.left < innerWidth;
  return { number: element.dataset.judge ?? null, isMarked, isInWindow, html: element.outerHTML.slice(0, 100) };
}"""


def press_tab(page):
    """Presses Tab until another element has the focus: a date has a stop for each of its parts and for its calendar."""
    before = page.evaluate(FOCUSED)
    parts = 5 if before and re.search('type="(date|month)"', before["html"]) else 1
    for _ in range(parts):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if not focused or not before or focused["number"] != before["number"]:
            break
    return focused


def tab_through(page, findings, place, most=120):
    """Presses Tab from the start of the page to its end: every element that can be used gets the focus, in order."""
    page.evaluate("document.activeElement?.blur()")
    # The start of the page is where the next Tab begins.
    page.evaluate("() => { const range = document.createRange(); range.setStart(document.body, 0);"
                  " getSelection().removeAllRanges(); getSelection().addRange(range); }")
    wanted = page.evaluate(REACHABLE)
    for number, html in enumerate(wanted[:most]):
        focused = press_tab(page)
        if not findings.expect(focused and focused["number"] == str(number),
                               f"{place}: Tab reaches {focused and focused['html']} instead of {html}"):
            return
        findings.expect(focused["isMarked"], f"{place}: the focus cannot be seen on {html}")
        findings.expect(focused["isInWindow"], f"{place}: outside the window has the focus {html}")
        findings.count("stops of Tab")


def search_by_slash(page, findings, place):
    """Presses `/`, which brings the focus to the search where the page has one."""
    search = page.query_selector("input[type=search]:not([disabled])")
    if not search or not search.is_visible():
        return
    page.evaluate("document.activeElement?.blur()")
    before = search.input_value()
    page.keyboard.press("/")
    findings.expect(page.evaluate("document.activeElement?.type") == "search", f"{place}: / does not focus the search")
    findings.expect(search.input_value() == before, f"{place}: / is typed into the search")
    findings.count("searches by /")


def keys_of_pages(page, findings, start):
    """Presses `g` and the letter of each page of the navigation, and `?`, which shows these keys."""
    page.goto(start)
    letters = page.eval_on_selector_all("nav [data-key]", "links => links.map(link => [link.dataset.key, link.href])")
    for letter, address in letters:
        page.goto(start)
        page.keyboard.press("g")
        page.keyboard.press(letter)
        # A page may lead on to what waits in it.
        page.wait_for_url(lambda found: found.split("?")[0] == address.split("?")[0])
        findings.count("pages by keys")
    if letters:
        page.goto(start)
        page.keyboard.press("?")
        findings.expect(page.locator("dialog[open][aria-label]").count() == 1, "? does not show the keys")
        names = page.eval_on_selector_all("nav [data-key]", "links => links.map(link => link.firstChild.textContent.trim())")
        shown = page.eval_on_selector_all("dialog[open] dd", "texts => texts.map(text => text.textContent)")
        findings.expect(set(names) <= set(shown), f"? does not name the pages alone: {shown}")
        page.keyboard.press("Escape")
        findings.expect(page.locator("dialog[open]").count() == 0, "Escape does not close the keys")


def act(page, findings, place, values):
    """Fills the form of an act, reads its preview and confirms it, by keys alone.

    `values` has the text of each field by name, and for a field with choices the value of one.
    """
    for name, value in values.items():
        if not findings.expect(tab_to(page, f"[name='{name}']"), f"{place}: Tab never reaches {name}"):
            return
        if page.evaluate("document.activeElement.tagName") == "SELECT":
            page.keyboard.press("Home")
            for _ in range(10):
                if page.evaluate("document.activeElement.value") == value:
                    break
                page.keyboard.press("ArrowDown")
        else:
            page.keyboard.press("ControlOrMeta+A")
            page.keyboard.type(value)
    tab_to(page, "main form[method=post] button")
    page.keyboard.press("Enter")
    page.wait_for_selector("input[name=stamp]", state="attached")
    findings.expect(page.locator("ul.effects li").count() > 0, f"{place}: the preview says nothing")
    reached = tab_to(page, "form:has(input[name=stamp]) button")
    if findings.expect(reached, f"{place}: Tab never reaches the confirmation"):
        page.keyboard.press("Enter")
        page.wait_for_url("**done=*")
        findings.count("acts by keyboard")


def tab_to(page, selector, most=200):
    """Presses Tab until an element that matches has the focus; returns whether one got it."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return True
    return False
