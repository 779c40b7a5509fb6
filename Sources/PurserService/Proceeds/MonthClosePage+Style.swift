extension MonthClosePage {
    /// The style sheet of the page: the design tokens of all HTML pages, and rules for print.
    static let style = """
        :root { color-scheme: light dark; --page: #f6f7f9; --card: #ffffff; --line: #e3e6ea; --text: #16191d;
          --quiet: #555e69; --faint: #626c77; --accent: #1f5fd0; --good: #14703f; --good-soft: #e3f4ea; --warn: #874f00;
          --warn-soft: #fdf0d8; --bad: #b3261e; --bad-soft: #fce8e6; --info-soft: #e9eef5; --r: 8px; --gap: 16px;
          font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "Noto Sans", "PingFang SC", "Noto Sans CJK SC", sans-serif; }
        @media (prefers-color-scheme: dark) { :root { --page: #101317; --card: #181c21; --line: #2a3037; --text: #e9ecef;
          --quiet: #a3acb6; --faint: #9aa4ae; --accent: #7aa8ff; --good: #6fce9a; --good-soft: #15301f; --warn: #f0b65a;
          --warn-soft: #352708; --bad: #ff8a80; --bad-soft: #3b1512; --info-soft: #20262e; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--text); }
        main { max-width: 900px; margin: 0 auto; padding: 24px 24px 40px; display: grid; gap: var(--gap);
          grid-template-columns: minmax(0, 1fr); }
        header { display: flex; align-items: center; gap: 4px 12px; flex-wrap: wrap; }
        h1 { font-size: 20px; margin: 0; font-weight: 650; } h2 { font-size: 14px; margin: 0 0 4px; font-weight: 650; }
        header p { flex-basis: 100%; } p { margin: 0 0 8px; } ul { margin: 0; padding-left: 18px; }
        .quiet { color: var(--quiet); } code { font: 12.5px ui-monospace, SFMono-Regular, Menlo, monospace; }
        .card { background: var(--card); border: 1px solid var(--line); border-radius: var(--r); padding: 14px 16px;
          min-width: 0; }
        .card:has(> #open) { border-color: var(--warn); }
        .wide { overflow-x: auto; } .wide + .wide { margin-top: 12px; }
        .wide:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
        table { width: 100%; border-collapse: collapse; }
        th, td { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
        thead th { font-size: 12px; color: var(--quiet); font-weight: 600; } tbody th { font-weight: 400; }
        tbody tr:last-child > * { border-bottom: 0; } tr > :last-child { padding-right: 0; }
        .num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        small { color: var(--quiet); display: block; font-size: 12px; }
        .chips { display: flex; gap: 6px; flex-wrap: wrap; }
        .chip { display: inline-flex; align-items: center; gap: 5px; border-radius: 99px; padding: 1px 9px;
          font-size: 12.5px; background: var(--info-soft); white-space: nowrap; }
        .chip::before { content: ""; width: 7px; height: 7px; border-radius: 50%; background: currentColor; }
        .chip.good { background: var(--good-soft); color: var(--good); }
        .chip.warn { background: var(--warn-soft); color: var(--warn); }
        .chip.bad { background: var(--bad-soft); color: var(--bad); }
        @media (max-width: 760px) { main { padding: 12px; }
          .wide tbody th, .wide thead th:first-child { position: sticky; left: 0; background: var(--card); }
          .wide td.num:last-child, .wide th.num:last-child { position: sticky; right: 0; background: var(--card);
            padding-left: 8px; } }
        @page { size: A4; margin: 16mm 14mm; }
        @media print { :root { color-scheme: light; --page: #fff; --card: #fff; --line: #bbb; --text: #000; --quiet: #333;
          --faint: #333; --good: #000; --warn: #000; --bad: #000; --good-soft: #fff; --warn-soft: #fff; --bad-soft: #fff;
          --info-soft: #fff; font-size: 10pt; }
          main { max-width: none; padding: 0; gap: 10pt; } .wide { overflow: visible; }
          .card { border: 0; border-top: 1px solid #000; border-radius: 0; padding: 6pt 0 0; }
          .chip { border: 1px solid #000; } thead { display: table-header-group; }
          tr, h2, li { break-inside: avoid; } h2 { break-after: avoid; }
          .wide :is(th, td) { position: static !important; } }
        """
}
