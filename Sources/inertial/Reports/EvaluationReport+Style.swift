extension EvaluationReport {
  /// The style sheet.
  static let style = """
    :root { color-scheme: light; --ink: #17233a; --soft: #5a667a; --line: #d8dee8; \
    --right: #1f6fb4; --wrong: #c2410c; }
    body { font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; color: var(--ink); \
    background: #f6f8fb; max-width: 68rem; margin: 2rem auto 4rem; padding: 0 1.25rem; }
    h1 { margin: 0; font-size: 1.9rem; overflow-wrap: anywhere; }
    h2 { margin: 0 0 .75rem; font-size: 1.2rem; }
    .lead { margin: .2rem 0 1.25rem; color: var(--soft); overflow-wrap: anywhere; }
    section, .tiles > div { background: #fff; border: 1px solid var(--line); border-radius: .6rem; }
    section { padding: 1.1rem 1.25rem; margin: 1rem 0; }
    .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem; }
    .tiles > div { padding: .7rem 1rem; display: flex; flex-direction: column; }
    .tiles strong { font-size: 1.55rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
    small { color: var(--soft); font-size: .78rem; overflow-wrap: anywhere; }
    .figures { display: flex; flex-wrap: wrap; gap: 1.25rem; }
    figure { margin: 0; flex: 1 1 24rem; min-width: 0; }
    figure > svg { display: block; width: 100%; max-width: 34rem; }
    figcaption { color: var(--soft); font-size: .88rem; margin-top: .6rem; max-width: 60rem; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    .confusion { font-size: .82rem; }
    .confusion td, .confusion th { min-width: 1.55rem; height: 1.55rem; padding: 0 .15rem; \
    text-align: center; border: 1px solid #edf0f5; }
    .confusion thead td, .confusion .sum { border: 0; }
    .confusion th { font-weight: 600; background: #f6f8fb; }
    .confusion .sum { padding-left: .6rem; color: var(--soft); white-space: nowrap; \
    text-align: right; }
    .hit { background: color-mix(in srgb, var(--right) var(--s), #fff); }
    .miss { background: color-mix(in srgb, #f08a4b var(--s), #fff); font-weight: 600; }
    .bars { width: 100%; font-size: .92rem; }
    .bars th { text-align: left; font-weight: 500; padding: .2rem .75rem .2rem 0; }
    .bars td { white-space: nowrap; padding: .2rem 0 .2rem .75rem; text-align: right; }
    .bars .bar { width: 100%; position: relative; padding: 0; }
    .bar span { display: block; height: 1rem; background: var(--right); opacity: .75; \
    border-radius: .2rem; }
    .bar i { position: absolute; top: calc(50% - 1px); height: 2px; background: var(--ink); }
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15.5rem, 1fr)); \
    gap: .8rem; }
    .card { border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .75rem; }
    .card p { margin: 0 0 .3rem; }
    .pair { display: flex; gap: .5rem; justify-content: space-around; text-align: center; }
    .pair span { display: block; font-size: .75rem; color: var(--soft); }
    .pair polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
    .pair .wrong polyline { stroke: var(--wrong); }
    .pair .right polyline { stroke: var(--right); }
    .start { fill: var(--ink); }
    """
}
