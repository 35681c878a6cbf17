extension EvaluationReport {
  /// The rules of this page.
  static let style = """
    .figures { display: flex; flex-wrap: wrap; gap: 1.25rem; }
    .figures figure { flex: 1 1 24rem; }
    figure > svg { display: block; width: 100%; max-width: 34rem; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    .confusion { font-size: .82rem; }
    .confusion td, .confusion th { min-width: 1.55rem; height: 1.55rem; padding: 0 .15rem; \
    text-align: center; border: 1px solid var(--line); }
    .confusion thead td, .confusion .sum { border: 0; }
    .confusion th { font-weight: 600; background: var(--page); }
    .confusion .sum { padding-left: .6rem; color: var(--soft); white-space: nowrap; \
    text-align: right; }
    .hit { background: color-mix(in srgb, var(--first) var(--s), var(--card)); }
    .miss { background: color-mix(in srgb, var(--second) var(--s), var(--card)); font-weight: 600; }
    .bars { width: 100%; font-size: .92rem; }
    .bars th { text-align: left; font-weight: 500; padding: .2rem .75rem .2rem 0; }
    .bars td { white-space: nowrap; padding: .2rem 0 .2rem .75rem; text-align: right; }
    .bars .bar { width: 100%; position: relative; padding: 0; }
    .bar span { display: block; height: 1rem; background: var(--first); opacity: .75; \
    border-radius: .2rem; }
    .bar i { position: absolute; top: calc(50% - 1px); height: 2px; background: var(--ink); }
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15.5rem, 1fr)); \
    gap: .8rem; }
    .card { border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .75rem; }
    .card p { margin: 0 0 .3rem; }
    .pair { display: flex; gap: .5rem; justify-content: space-around; text-align: center; }
    .pair span { display: block; font-size: .75rem; color: var(--soft); }
    .pair polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
    .pair .wrong polyline { stroke: var(--second); }
    .pair .right polyline { stroke: var(--first); }
    .start { fill: var(--ink); }
    """
}
