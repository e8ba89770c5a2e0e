/// How the report looks, in light and dark.
enum ReportStyle {
  static let css = #"""
    :root { color-scheme: light dark; --ground: #f5f6f8; --panel: #fff; --ink: #16181d;
      --soft: #5c6370; --line: #dfe2e8; --accent: #2557d6; --check: #e9ebef;
      --different: #c62f2f; --missing: #a65a00; --failed: #8f2bb3; --recorded: #2557d6;
      --unused: #6a7180; --same: #1c7c3c; --shadow: 0 1px 2px #0001, 0 4px 14px #00000010; }
    @media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { --ground: #121418;
      --panel: #1b1e24; --ink: #e8eaee; --soft: #9aa2b1; --line: #2e333d; --accent: #7aa2ff;
      --check: #262a32; --different: #ff7b72; --missing: #f0a04b; --failed: #d49bff;
      --recorded: #7aa2ff; --unused: #98a0ae; --same: #5ccb82; --shadow: 0 1px 2px #0006; } }
    :root[data-theme=dark] { color-scheme: dark; --ground: #121418; --panel: #1b1e24;
      --ink: #e8eaee; --soft: #9aa2b1; --line: #2e333d; --accent: #7aa2ff; --check: #262a32;
      --different: #ff7b72; --missing: #f0a04b; --failed: #d49bff; --recorded: #7aa2ff;
      --unused: #98a0ae; --same: #5ccb82; --shadow: 0 1px 2px #0006; }
    :root[data-theme=light] { color-scheme: light; }
    * { box-sizing: border-box; }
    html, body { height: 100%; }
    body { margin: 0; background: var(--ground); color: var(--ink);
      font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
    button, input, select { font: inherit; color: inherit; }
    button { cursor: pointer; background: var(--panel); border: 1px solid var(--line);
      border-radius: 7px; padding: .3rem .65rem; white-space: nowrap; }
    button:hover { border-color: var(--soft); }
    button[aria-pressed=true] { background: var(--ink); color: var(--panel);
      border-color: var(--ink); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    code, pre, kbd, .number { font-family: ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono",
      monospace; font-size: .92em; }
    kbd { border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px;
      padding: 0 .3em; background: var(--ground); font-size: .85em; color: var(--soft); }
    .pill { display: inline-flex; align-items: center; gap: .4em; font-weight: 600;
      font-size: .8rem; color: var(--tone); white-space: nowrap; }
    .pill::before { content: ""; width: .6em; height: .6em; border-radius: 50%;
      background: var(--tone); flex: none; }

    header { position: sticky; top: 0; z-index: 5; background: var(--ground);
      border-bottom: 1px solid var(--line); padding: .8rem 1.25rem; display: flex; gap: .6rem;
      align-items: center; flex-wrap: wrap; }
    header h1 { font-size: 1.05rem; margin: 0 .6rem 0 0; font-weight: 650; }
    header .spring { flex: 1; }
    .filters { display: flex; gap: .35rem; flex-wrap: wrap; }
    .filters button .pill { font-weight: 500; color: inherit; font-size: .85rem; }
    .filters b { font-weight: 600; }
    input[type=search] { background: var(--panel); border: 1px solid var(--line);
      border-radius: 7px; padding: .3rem .65rem; width: 15rem; max-width: 100%; }

    .grid { display: grid; gap: 1rem; padding: 1.25rem;
      grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); }
    .tile { background: var(--panel); border: 1px solid var(--line); border-radius: 11px;
      overflow: hidden; text-align: left; padding: 0; box-shadow: var(--shadow); display: block;
      width: 100%; white-space: normal; display: flex; flex-direction: column; }
    .tile .shot { align-self: stretch; }
    .tile:hover { border-color: var(--tone); }
    .tile .shot { height: 158px; display: grid; place-items: center; padding: 10px;
      border-bottom: 1px solid var(--line); background-color: var(--check); overflow: hidden; }
    .tile .shot img { max-width: 100%; max-height: 138px; object-fit: contain;
      box-shadow: 0 0 0 1px #0002, 0 2px 8px #0003; background: #fff; }
    .tile .shot pre { margin: 0; width: 100%; height: 138px; overflow: hidden; font-size: 11px;
      color: var(--soft); line-height: 1.4; }
    .tile .ending { font: 600 1.5rem/1 ui-monospace, monospace; color: var(--soft); opacity: .6; }
    .tile .words { padding: .6rem .8rem .75rem; border-left: 0; }
    .tile h2 { font-size: .95rem; margin: .2rem 0 .1rem; overflow-wrap: anywhere;
      font-weight: 600; }
    .tile p { margin: 0; color: var(--soft); font-size: .86rem; overflow: hidden;
      display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical;
      overflow-wrap: anywhere; }
    .empty { padding: 4rem 1rem; text-align: center; color: var(--soft); }
    .empty b { display: block; font-size: 1.1rem; color: var(--ink); margin-bottom: .3rem; }
    .keys { padding: 0 1.25rem 1.5rem; color: var(--soft); font-size: .82rem; }

    .detail { display: grid; grid-template-columns: minmax(0, 1fr) 350px;
      grid-template-rows: auto minmax(0, 1fr); height: 100vh; }
    .detail header { grid-column: 1 / -1; position: static; padding: .6rem 1rem; }
    .detail header h1 { overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
      max-width: 45vw; }
    .detail header small { color: var(--soft); }
    .work { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
    .tools { display: flex; gap: .5rem; padding: .5rem 1rem; border-bottom: 1px solid var(--line);
      flex-wrap: wrap; align-items: center; background: var(--panel); }
    .segments { display: inline-flex; }
    .segments button { border-radius: 0; margin-left: -1px; }
    .segments button:first-child { border-radius: 7px 0 0 7px; margin-left: 0; }
    .segments button:last-child { border-radius: 0 7px 7px 0; }
    .tools label { display: inline-flex; gap: .4rem; align-items: center; color: var(--soft); }
    .board { flex: 1; min-height: 0; display: flex; position: relative; }
    .readout { position: absolute; right: 12px; bottom: 12px; z-index: 4; display: flex; gap: .5rem;
      align-items: center; padding: .15rem .55rem; border-radius: 6px; background: var(--panel);
      border: 1px solid var(--line); color: var(--soft); pointer-events: none; }
    .readout:empty { display: none; }
    .swatch { width: 1em; height: 1em; border-radius: 3px; display: inline-block;
      box-shadow: inset 0 0 0 1px #8888; }
    .stage { flex: 1; min-width: 0; min-height: 0; display: flex; background-color: var(--check);
      background-image: conic-gradient(#8881 25%, #0000 0 50%, #8881 0 75%, #0000 0);
      background-size: 18px 18px; }
    .pane { flex: 1; min-width: 0; overflow: auto; display: flex; position: relative; }
    .pane + .pane { border-left: 1px solid var(--line); }
    .pane .name { position: sticky; left: 0; top: 0; height: 0; width: 0; z-index: 2; }
    .pane .name span { display: inline-block; margin: 8px; padding: .1rem .5rem; border-radius: 6px;
      background: var(--panel); border: 1px solid var(--line); font-size: .8rem;
      color: var(--soft); white-space: nowrap; }
    .sheet { position: relative; margin: auto; flex: none; cursor: crosshair;
      box-shadow: 0 0 0 1px #0003, 0 6px 24px #0003; }
    .sheet img, .sheet canvas { display: block; position: absolute; inset: 0 auto auto 0;
      image-rendering: pixelated; }
    .stage[data-zoom=small] img, .stage[data-zoom=small] canvas { image-rendering: auto; }
    .cursor { position: absolute; pointer-events: none; z-index: 3; width: 19px; height: 19px;
      margin: -9.5px 0 0 -9.5px; border: 1.5px solid #fff; border-radius: 50%;
      outline: 1.5px solid #000; display: none; }
    .divider { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px;
      background: var(--accent); z-index: 3; pointer-events: none; }
    .divider::after { content: "⇆"; position: absolute; top: 50%; left: 50%;
      transform: translate(-50%, -50%); background: var(--accent); color: var(--panel);
      border-radius: 999px; padding: .05rem .4rem; font-size: .85rem; }
    .region { position: absolute; border: 2px solid var(--accent); border-radius: 3px; z-index: 2;
      pointer-events: none; margin: -3px; box-sizing: content-box;
      box-shadow: 0 0 0 1.5px #fffc; opacity: .8; }
    .region.hot { background: color-mix(in srgb, var(--accent) 25%, #0000); opacity: 1; }
    .region i { position: absolute; right: calc(100% + 4px); top: -2px; font: 600 11px/1.3 system-ui;
      background: var(--accent); color: var(--panel); padding: 0 .35em; border-radius: 3px; }
    pre.lines { margin: 0; padding: 1rem 1.25rem; overflow: auto; flex: 1; background: var(--panel);
      line-height: 1.5; tab-size: 2; }
    pre.lines.below { flex: 0 1 38%; border-top: 1px solid var(--line); }
    pre.lines span { display: block; white-space: pre-wrap; padding: 0 .4rem; }
    pre.lines .gone { background: color-mix(in srgb, var(--different) 15%, #0000); }
    pre.lines .came { background: color-mix(in srgb, var(--same) 16%, #0000); }

    aside { border-left: 1px solid var(--line); background: var(--panel); overflow: auto;
      padding: 1rem 1.1rem 2rem; }
    aside h3 { font-size: .74rem; letter-spacing: .04em; text-transform: uppercase;
      color: var(--soft); margin: 1.3rem 0 .4rem; font-weight: 600; }
    aside p { margin: .3rem 0; overflow-wrap: anywhere; }
    aside .lead { font-size: 1rem; font-weight: 600; margin-top: .3rem; }
    aside .hint { color: var(--soft); }
    aside ul { margin: 0; padding: 0; list-style: none; }
    aside li { margin: .3rem 0; overflow-wrap: anywhere; }
    .notice { background: color-mix(in srgb, var(--missing) 13%, #0000); border-radius: 8px;
      border-left: 3px solid var(--missing); padding: .45rem .65rem; margin: .4rem 0; }
    table { border-collapse: collapse; width: 100%; }
    td { padding: .16rem 0; vertical-align: top; } td + td { text-align: right; }
    td:first-child { color: var(--soft); }
    .areas button { display: block; width: 100%; text-align: left; white-space: normal;
      margin: .3rem 0; padding: .45rem .6rem; background: var(--ground); }
    .areas small { color: var(--soft); display: block; }
    .command { position: relative; background: var(--ground); border: 1px solid var(--line);
      border-radius: 8px; padding: .55rem .65rem; margin: 0; white-space: pre-wrap;
      overflow-wrap: anywhere; font-size: .82rem; }
    .copy { margin-top: .4rem; }
    @media (max-width: 60rem) { .detail { grid-template-columns: 1fr;
      grid-template-rows: auto 65vh auto; height: auto; } aside { border-left: 0;
      border-top: 1px solid var(--line); } }
    @media (prefers-reduced-motion: no-preference) { .tile { transition: border-color .12s; } }
    """#
}
