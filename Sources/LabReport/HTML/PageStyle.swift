import LabPictures

/// The style sheet of pages; a page's security policy names its hash, so nothing is ever put into it.
enum PageStyle {
  static let text =
    Palette.css + """
      :root{color-scheme:light dark}
      html{background:#FFFFFF;color:#1A1D21;font:16px/1.5 system-ui,Helvetica,Arial,sans-serif}
      body{max-width:1000px;margin:0 auto;padding:1rem}
      h1{font-size:1.8rem;line-height:1.2;margin:.5rem 0}
      h2{font-size:1.3rem;margin:2.5rem 0 .5rem;border-bottom:1px solid #D9DEE3}
      h3{font-size:1.05rem;margin:1.5rem 0 .3rem}
      p{margin:.4rem 0;max-width:75ch}
      figure{margin:1rem 0 1.5rem}
      figcaption{margin:0 0 .4rem;max-width:90ch}
      svg{max-width:100%;height:auto;min-width:640px;display:block}
      svg.small{min-width:0}
      .scroll{overflow-x:auto}
      table{border-collapse:collapse;font-size:.9rem}
      th,td{text-align:left;padding:.15rem .6rem .15rem 0;border-bottom:1px solid #D9DEE3;vertical-align:top}
      td{font-variant-numeric:tabular-nums}
      thead th{border-bottom:2px solid #59616B}
      abbr{text-decoration:underline dotted}
      pre{overflow-x:auto;background:#EEF1F4;padding:.8rem;font-size:.85rem}
      .badge{display:inline-block;border:2px solid currentColor;padding:.1rem .7rem;font-weight:600}
      .muted,summary{color:#59616B}
      .fails th{font-weight:700}
      dt{font-weight:600;margin-top:.5rem}
      dd{margin:0 0 0 1.5rem;max-width:75ch}
      canvas{width:100%;height:220px;border:1px solid #D9DEE3}
      .controls>*{margin:0 .5rem .4rem 0}
      input[type=range]{width:100%}
      :focus-visible{outline:3px solid #0072B2;outline-offset:2px}
      @media (prefers-color-scheme:dark){html{background:#14171A;color:#E8EAED}pre{background:#23292F}\
      h2,th,td,canvas{border-color:#343B42}.muted,summary{color:#A3ABB5}:focus-visible{outline-color:#56B4E9}\
      a{color:#56B4E9}}
      @media print{html{background:#FFFFFF;color:#1A1D21}body{max-width:none}.screen,details.data{display:none}\
      figure,tr{break-inside:avoid}svg{min-width:0}pre{white-space:pre-wrap}}

      """

  /// The hash by which the policy of a page lets the style in.
  static let hash = "sha256-JLyjbvlJjgijgZmvytoyWsNNiAv4NOdweqeRBT72OWU="
}
