import LabPictures

/// The style sheet of pages; a page's security policy names its hash, so nothing is ever put into
/// it.
enum PageStyle {
  static let text =
    Palette.css + """
      :root{color-scheme:light dark;--line:#D8DEE4;--panel:#F4F6F8;--mute:#57606A;--sel:#0969DA;--bg:#FFFFFF;--ink:#16191D;--drop:#D1242F}
      @media screen and (prefers-color-scheme:dark){:root{--line:#343B42;--panel:#1B1F24;--mute:#A3ABB5;--sel:#58A6FF;--bg:#14171A;--ink:#E8EAED;--drop:#FF6B61}}
      *{box-sizing:border-box}
      html{background:var(--bg);color:var(--ink);font:15px/1.45 system-ui,Helvetica,Arial,sans-serif}
      body{max-width:1200px;margin:0 auto;padding:18px 24px 24px}
      h1{font-size:30px;line-height:1.15;margin:0}
      h2{font-size:17px;margin:0}
      h3.mini{font-size:14px;margin:6px 0 2px}
      p{margin:0}
      a{color:var(--sel)}
      .q{font-size:17px;color:var(--mute);margin:4px 0 0;max-width:90ch}
      .top,.bar{display:flex;flex-wrap:wrap;gap:6px 14px;align-items:center}
      .top{justify-content:space-between}
      .bar{min-height:34px;margin:0 0 6px}
      .right{margin-left:auto;display:flex;flex-wrap:wrap;gap:6px;align-items:center}
      .chip{font-size:13px;border:1px solid var(--line);border-radius:99px;padding:2px 12px;color:inherit;text-decoration:none}
      .say{color:var(--mute);font-size:14px;font-variant-numeric:tabular-nums}
      main{margin-top:12px}
      section{margin:0 0 18px}
      .cards{display:grid;grid-template-columns:1fr 1fr 1fr;gap:12px;margin:0 0 18px}
      .card{background:var(--panel);border-radius:10px;padding:12px 16px 14px;min-width:0;margin:0}
      .card h2{font-size:12px;color:var(--mute);text-transform:uppercase;letter-spacing:.06em}
      .card strong{display:block;font-size:20px;line-height:1.25;margin:2px 0;overflow-wrap:anywhere}
      .card p{font-size:13.5px;color:var(--mute)}
      .card svg:not(.sw){margin:7px 0 4px;width:100%;height:14px}
      svg{display:block;max-width:100%;height:auto}
      .sw{display:inline-block;margin-right:5px;border-radius:2px;vertical-align:-1px}
      .sw.modeground{outline:1px solid #6E5A00}
      .multi svg{overflow:visible}
      .why{display:grid;grid-template-columns:minmax(0,1fr) 350px;gap:18px;align-items:start}
      .list{max-height:330px;overflow:auto;border:1px solid var(--line);border-radius:8px}
      .list table{font-size:13px}
      .list thead th{position:sticky;top:0;background:var(--bg)}
      .list td{white-space:nowrap}
      table{border-collapse:collapse;font-size:13.5px;width:100%;font-variant-numeric:tabular-nums}
      th,td{padding:3px 8px;text-align:left;border-bottom:1px solid var(--line)}
      th{font-weight:600;color:var(--mute)}
      tbody th{color:var(--ink)}
      .r{text-align:right;white-space:nowrap}
      tr.go{cursor:pointer}
      tr.on td,tr.go:hover td{background:var(--panel)}
      .share{width:26%}
      .bars th,.bars td{border:0;padding:1px 6px;font-weight:400}
      .share svg{width:100%;height:10px}
      small{color:var(--mute);font-size:12.5px;font-weight:400}
      button,select{font:inherit;font-size:14px;color:inherit;background:var(--bg);border:1px solid var(--line);border-radius:7px;padding:4px 11px;min-height:32px;cursor:pointer;max-width:100%}
      button.main{background:var(--ink);color:var(--bg);min-width:88px;font-weight:600}
      button.link{border:0;background:none;padding:0;min-height:24px;color:var(--sel);text-decoration:underline;font-size:13px}
      button[aria-pressed=true]{border-color:var(--sel);box-shadow:inset 0 0 0 1px var(--sel)}
      :focus-visible{outline:3px solid var(--sel);outline-offset:2px}
      .range{display:inline-flex;gap:8px;align-items:center;color:var(--mute);font-size:14px}
      .range output{color:var(--ink);font-weight:600;min-width:5ch}
      input{accent-color:var(--sel)}
      .heat table{width:auto}
      .heat caption{text-align:left;font-weight:650;padding:0 0 4px}
      .heat th,.heat td{border:0;padding:1px;text-align:center}
      .heat td button,.heat td span{display:block;min-width:56px;border:0;border-radius:4px;min-height:30px;padding:4px;color:inherit}
      .heat td.fails{outline:2px solid var(--ink)}
      .heat button[aria-pressed=true]{box-shadow:0 0 0 2px var(--bg),0 0 0 5px var(--sel)}
      \(ground)
      .multi{display:flex;flex-wrap:wrap;gap:10px 18px;align-items:start}
      .multi>div{flex:1 1 262px}
      .multi>.heat{flex:none;width:auto;max-width:100%;padding:0 5px 5px 0;overflow-x:auto}
      .cap{font-size:13.5px;color:var(--mute);margin:4px 0 8px;padding:0 6px;max-width:100ch}
      .pic{position:relative;border-radius:6px}
      .tipbox{position:relative}
      .tip{position:absolute;z-index:3;pointer-events:none;background:var(--ink);color:var(--bg);font-size:13px;padding:4px 9px;border-radius:6px;max-width:300px;left:0;top:0}
      .win{fill:transparent;stroke:var(--sel);stroke-width:2;cursor:grab}
      .win:focus-visible{outline-offset:-5px}
      .grip{fill:var(--sel);cursor:ew-resize}
      .stuck{stroke:var(--drop);stroke-width:3}
      .veil{fill:var(--bg);opacity:.66}
      details{border-top:1px solid var(--line);padding:5px 0}
      summary{cursor:pointer;font-weight:600}
      pre{overflow:auto;background:var(--panel);padding:12px;border-radius:8px;font-size:13px}
      .scroll{overflow-x:auto}
      .strip{width:260px}
      dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 14px;font-size:13.5px}
      dt{font-weight:600}
      dd{margin:0}
      .vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
      .nojs{display:none}
      [hidden]{display:none!important}
      @media (max-width:980px){.why{grid-template-columns:minmax(0,1fr)}.list{max-height:260px}}
      @media (max-width:720px){body{padding:14px 14px 30px}h1{font-size:25px}.cards{grid-template-columns:1fr;gap:8px}.right{margin-left:0}\
      .helps,.helps tbody{display:block}.helps thead{display:none}.helps tr{display:grid;grid-template-columns:5ch 1fr 12ch;border-bottom:1px solid var(--line)}\
      .helps th[scope=row]{grid-column:1/-1}.helps th,.helps td{border:0}.helps .share{width:auto}.helps td:nth-child(4)::before{content:"saves "}.helps td:nth-child(5){display:none}\
      .heat td button,.heat td span{min-width:42px}dl{grid-template-columns:1fr}}
      @media (scripting:none){.list button.link{color:inherit;text-decoration:none;pointer-events:none}.pic{overflow-x:auto}.pic svg{min-width:720px}.nojs{display:inline}tr.go{cursor:auto}}
      @media print{body{max-width:none;padding:0;font-size:12px}.js{display:none!important}section,.card,tr{break-inside:avoid}.list{max-height:none;overflow:visible}.why{display:block}.list table,.helps{font-size:11px}.list td,.list th,.helps td,.helps th{padding:1px 6px}.multi>svg,.multi>div{flex:0 0 31%;width:31%}.link{color:inherit!important;text-decoration:none!important}.heat table{font-size:11px}.heat td button,.heat td span{font-size:11px;min-width:0;min-height:0;padding:1px 4px}section{margin:0 0 10px}.q,.card p{font-size:12px}.card strong{font-size:15px}.card{border:1px solid var(--line)}.nojs{display:inline}h2{break-after:avoid}}

      """

  /// The grounds of the cells of a heat map.
  private static let ground = (0..<7).map { step in
    let words = Palette.colour(of: step < 4 ? .text : .paper)
    let cell = Palette.colour(of: .heat(step))
    return ".heat .heat\(step){background:\(cell.light);color:\(words.light)}@media screen and"
      + " (prefers-color-scheme:dark){.heat .heat\(step){background:\(cell.dark);color:\(words.dark)}}"
  }.joined()

  /// The hash by which the policy of a page lets the style in.
  static let hash = "sha256-0g0uDMkwsZL9fNPoHXrA44I8uHGmuEdPL7e8AF08FoE="
}
