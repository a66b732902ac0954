/// The script of pages: it draws the same pictures as the page has without it, for any stretch, and
/// plays them; the policy of a page names its hash, so nothing is ever put into it.
enum PageScript {
  static let text = state + pictures + lanes + list + control

  /// The one state of the page, and what its data say.
  private static let state = #"""
    (()=>{"use strict";
    const $=s=>document.querySelector(s),all=s=>[...document.querySelectorAll(s)],on=(e,t,f,o)=>e&&e.addEventListener(t,f,o);
    const D=JSON.parse($("#data").textContent),kept=new Map(),W={stage:1152,over:1152,lanes:784};
    const esc=s=>String(s).replace(/[&<>"']/g,c=>"&#"+c.charCodeAt(0)+";");
    const R1=x=>Math.round(x*10)/10,clamp=(x,a,b)=>Math.max(a,Math.min(b,x));
    const num=n=>String(n).replace(/\B(?=(\d{3})+$)/g,",");
    const ms=u=>{const t=Math.round(u/100);return t<100?`${Math.floor(t/10)}.${t%10} ms`:num(Math.round(t/10))+" ms"};
    const sec=(u,d=3)=>(u/1e6).toFixed(d)+" s";
    const S={p:D.first,a:0,b:1,t:0,arm:0,show:new Set(),play:false,auto:false,own:false,speed:1,loops:0,row:-1};
    const P=()=>D.points[S.p],rows=()=>S.all?P().ord:P().ord.slice(0,8),arm=i=>D.ai[i]%6;
    const ink=o=>o<0?"owner7":D.rank[o]<0?"modeground":"owner"+Math.min(7,D.rank[o]);
    function unpack(r){
      const n=r.n,vs=k=>{if(k>=r.k&&k<r.k+V.length)return V[k-r.k];
        const j=Math.min(r.a.length-2,Math.floor(k/r.s)),x=j*r.s,y=Math.min(n,x+r.s);return r.a[j]+(r.a[j+1]-r.a[j])*(y>x?(k-x)/(y-x):0)};
      const V=[];let z=0;for(const d of r.v)V.push(z+=d);
      const o=r.o.replace(/([nrd])(\d+)/g,(m,c,k)=>c.repeat(+k)),c=new Float64Array(n),f=[],t=[];
      for(let k=0,last=-1,q=-r.l0;k<n;k++){if(o[k]==="n"){last=vs(k)-(q>=0&&q<r.l.length?r.l[q]*10:0);q++}c[k]=last}
      z=0;for(let q=0;q<r.f.length;q+=3){z+=r.f[q];f.push([z,z+r.f[q+1],r.f[q+2]])}
      z=0;for(let q=0;q<r.t.length;q+=3){z+=r.t[q];t.push([z,z+r.t[q+1],r.t[q+2]])}
      const at=u=>{let a=0,b=n;while(a<b){const m=a+b+1>>1;if(vs(m)<=u)a=m;else b=m-1}return Math.min(a,n-1)};
      const gaps=[];for(let k=0;k<n;k+=Math.ceil(n/999))gaps.push(vs(k+1)-vs(k));gaps.sort((x,y)=>x-y);
      return{...r,o,c,f,t,vs,at,per:gaps[gaps.length>>1]||1,end:vs(n),ow:new Map(r.ow),po:r.po||[]}}
    function run(i,p=S.p){const k=p*64+i;if(!kept.has(k))kept.set(k,unpack(D.points[p].runs[i]));return kept.get(k)}
    const length=()=>Math.max(...P().runs.map((_,i)=>run(i).end)),detail=()=>{const d=P().det;return d&&d[1]>d[0]?d:[0,length()]};
    const stretch=r=>[r.at(S.a+2),r.at(S.b-2)];
    function drops(r){let n=0;const[k,e]=stretch(r);for(let q=k;q<=e;q++)if(r.o[q]==="d")n++;return n}

    """#

  /// The replay and the overview.
  private static let pictures = #"""
    const box=(c,l)=>l.length?`<path class="${c}" d="${l.map(([x,y,w,h])=>`M${R1(x)} ${y}h${R1(w)}v${h}h${R1(-w)}z`).join("")}"/>`:"";
    const rect=(c,x,y,w,h)=>`<rect class="${c}" x="${R1(x)}" y="${R1(y)}" width="${R1(Math.max(0,w))}" height="${R1(h)}"/>`;
    const line=(c,d)=>d?`<path class="${c}" d="${d}"/>`:"";
    const word=(c,s,x,y,a="start",z=12,rest="")=>`<text class="${c}" x="${R1(x)}" y="${R1(y)}"${a==="start"?"":` text-anchor="${a}"`} font-size="${z}">${esc(s)}${rest?`<tspan class="muted f">${esc(rest)}</tspan>`:""}</text>`;
    const shape=(k,r)=>[`<circle r="${r}"/>`,`<rect x="${-.9*r}" y="${-.9*r}" width="${1.8*r}" height="${1.8*r}"/>`,`<path d="M0 ${-1.1*r}L${1.1*r} ${.9*r}H${-1.1*r}Z"/>`,`<path d="M0 ${-1.2*r}L${1.2*r} 0 0 ${1.2*r} ${-1.2*r} 0Z"/>`][k%4];
    const glyph=(i,x,y)=>`<g class="arm${arm(i)} f" transform="translate(${x} ${y})">${shape(D.ai[i],5)}</g>`;
    const X=w=>u=>10+(u-S.a)/(S.b-S.a)*(w-20);
    function axis(x,a,b,w,room,y,y0,y1){const want=(b-a)/Math.max(2,Math.floor(room/110)),p=10**Math.floor(Math.log10(want)),s=[1,2,5,10].map(m=>m*p).find(m=>m>=want*.999999);let g="";
      for(let t=Math.ceil(a/s)*s;t<=b;t+=s){const q=x(t),last=q>w-40;
        g+=line("grid s",`M${R1(q)} ${y0}V${y1}`)+word("muted f",s>=1e6?(t/1e6).toFixed(0)+" s":s>=1e5?sec(t,1):s>=1e3?num(Math.round(t/1e3))+" ms":+(t/1e3).toFixed(2)+" ms",last?w-2:q<40?Math.max(2,q-20):q,y,last?"end":q<40?"start":"middle")}
      return g}
    function cells(r,i,x,y,h,named){const[k,e]=stretch(r),c={n:[],r:[],d:[]};let top="",from=-1;
      const name=(q)=>{if(!named||from<0)return;const x0=x(Math.max(S.a,r.vs(from))),x1=x(Math.min(S.b,r.vs(q))),s=[`${q-from} dropped`,`${q-from}`].find(s=>7*s.length+3<x1-x0);
        if(s)top+=rect("gone f",(x0+x1-7*s.length)/2,y,7*s.length,h)+word("ongone b",s,(x0+x1)/2,y+h-4,"middle");from=-1};
      for(let q=k;q<=e;q++){const x0=x(Math.max(S.a,r.vs(q))),w=x(Math.min(S.b,r.vs(q+1)))-x0;c[r.o[q]].push([x0,y,Math.max(0,w-(w>=4?1:0)),h]);
        if(r.o[q]==="d"){if(from<0)from=q}else name(q)}
      name(e+1);
      return box(`band${arm(i)} f new`,c.n)+box("grid s rest",c.r)+box("gone f dropped",c.d)+top}
    const narrow=(w,room)=>w<600||D.arms.some((s,i)=>P().runs[i]&&8*s.length>w-room);
    const head=(i,n,rest,y,right,thin)=>glyph(i,16,y+12)+word("ink b",D.arms[i],28,y+17,"start",14)+word(n?"gone b":"muted f",num(n)+" dropped",right,y+(thin?33:17),"end",13,rest);
    const high=r=>r.sc?clamp(Math.floor(620/rows().length)-39,40,120):rows().length<=3?44:26;
    const place=(r,sc,w,h,y)=>{const k=Math.min((h-8)/sc.h,(w-20)/sc.w),l=Math.max(10,10+(w-20-(h-8)*sc.w/sc.h)/2);return[(a,b)=>[R1(l+a*k),R1(sc.up?y+h-4-b*k:y+4+b*k)],k]};
    function body(sc,q,f,k,cls){let g="";sc.b.forEach(([w,h,round],j)=>{const[x,y,t]=q.slice(1+3*j,4+3*j),[cx,cy]=f(x,y);
      if(x<0||x>sc.w||y<0||y>sc.h)return;
      if(round)g+=`<circle class="${cls}" cx="${cx}" cy="${cy}" r="${R1(Math.max(.01,w*k/2))}"/>`;
      else{const c=Math.cos(t/100),s=Math.sin(t/100);g+=line(cls,"M"+[[1,1],[-1,1],[-1,-1],[1,-1]].map(([u,v])=>f(x+c*u*w/2-s*v*h/2,y+s*u*w/2+c*v*h/2).join(" ")).join("L")+"Z")}});return g}
    function stage(w){const x=X(w),thin=narrow(w,450),hd=thin?38:21,o=rows(),most=Math.max(1,...rows().map(i=>P().runs[i].d)),bar=thin?60:150;let y=18,g="";S.tops=[];
      const H=20+o.reduce((s,i)=>s+high(run(i))+hd+18,0);g+=axis(x,S.a,S.b,w,w-20,14,18,H);
      for(const i of o){const r=run(i),th=high(r),left=w-10-bar;
        g+=rect("paper f",0,y,w,hd-1)+head(i,r.d,` of ${num(r.of)}${r.note}`,y,left-8,thin)+rect("cell f",left,y+(thin?25:8),bar,9)+rect("gone f",left,y+(thin?25:8),bar*r.d/most,9);
        y+=hd;S.tops.push([i,y,th]);g+=rect("cell f",10,y,w-20,th);
        if(r.sc){const[f]=place(r,r.sc,w,th,y);g+=r.sc.wall.map(q=>line("ink t",`M${f(q[0],q[1]).join(" ")}L${f(q[2],q[3]).join(" ")}`)).join("")+`<g id="ball${i}"></g>`}
        else{const[k,e]=stretch(r);let d="";for(let q=k;q<=e;q++)if(r.o[q]==="n"&&r.c[q]>=S.a&&r.c[q]<S.b)d+=`M${R1(x(r.c[q]))} ${y+th/2-5}v10`;
          g+=line(`band${arm(i)} s`,d)+`<path class="gone t" id="band${i}" d=""/><g id="ball${i}" class="arm${arm(i)} f">${shape(D.ai[i],th>30?13:8)}</g><text class="gone h" id="old${i}" y="${y+th/2+4}" font-size="12"></text>`}
        g+=cells(r,i,x,y+th+2,9);y+=th+18}
      const said=o.map(i=>`${D.arms[i]}: ${drops(run(i))} dropped here, ${run(i).d} in the whole run`).join("; ");
      return svg(w,H,`Replay from ${sec(S.a)} to ${sec(S.b)}. ${said}`,g+'<path class="ink s" id="head" d=""/>')}
    const svg=(w,h,said,g)=>`<svg viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="${esc(said)}">${g}</svg>`;
    function now(){const w=W.stage,x=X(w),hx=x(S.t);
      for(const[i,y,th]of S.tops||[]){const r=run(i),k=r.at(S.t),ball=$("#ball"+i);if(!ball)continue;
        if(r.sc){const[f,z]=place(r,r.sc,w,th,y);let q=r.po.length;while(q>0&&r.po[q-1][0]>k)q--;
          ball.innerHTML=(q>1?body(r.sc,r.po[q-2],f,z,"muted s"):"")+(q?body(r.sc,r.po[q-1],f,z,`arm${arm(i)} f`):"");
          const n=q?r.sc.b.filter((b,j)=>{const u=r.po[q-1][1+3*j],v=r.po[q-1][2+3*j];return u<0||u>r.sc.w||v<0||v>r.sc.h}).length:0;
          if(n)ball.innerHTML+=word("ink b",`${n} outside`,f(r.sc.w,0)[0]+12,y+th/2);continue}
        const c=Math.max(S.a,r.c[k]<0?0:r.c[k]),age=S.t-c-Math.min(r.per,S.t-r.vs(k)),bx=x(c),late=age>r.per*.6&&r.o[k]!=="r",my=y+th/2;
        ball.setAttribute("transform",`translate(${R1(bx)} ${my})`);ball.setAttribute("class",`arm${arm(i)} f`+(late?" stuck":""));
        const old=$("#old"+i);let s="",a="end",tx=bx-14,gap=0;
        if(late&&age>r.per*1.6){s=ms(age)+" old";for(const q of[`frame is ${s}`,s]){const u=7*q.length;if(hx-bx>u+44){s=q;a="middle";tx=(bx+hx)/2;gap=u/2+3;break}if(hx+u+14<w){s=q;a="start";tx=hx+8;break}}}
        $("#band"+i).setAttribute("d",!late?"":gap?`M${R1(bx)} ${my}H${R1(tx-gap)}M${R1(tx+gap)} ${my}H${R1(hx)}`:`M${R1(bx)} ${my}H${R1(hx)}`);
        if(old.textContent!==s)old.textContent=s;old.setAttribute("x",R1(tx));old.setAttribute("text-anchor",a)}
      const h=$("#head");if(h)h.setAttribute("d",(S.tops||[]).map(([,y,th])=>`M${R1(hx)} ${y-2}v${th+15}`).join(""));
      const c=$("#cursor");if(c){const q=R1(X(W.lanes)(S.t));c.setAttribute("d",(S.segs||[]).map(([y,z])=>`M${q} ${y}V${z}`).join(""))}
      $("#clock").textContent=sec(S.t)}
    const OX=w=>u=>24+u/length()*(w-34);
    function over(w){const o=rows(),h=o.length>3?20:32,H=20+o.length*(h+7),x=OX(w),u=h/6;let g=axis(x,0,length(),w,w-34,11,14,H-4),labels="";
      o.forEach((i,n)=>{const r=run(i),y=16+n*(h+7),f=y+h,stay=new Int16Array(Math.ceil(w-34)+1);
        let from=0,bad=0;const close=k=>{if(bad){const a=r.vs(from),b=r.vs(k),m=Math.round((b-a)/r.per);for(let q=Math.max(0,Math.floor(x(a)-24));q<=Math.min(stay.length-1,x(b)-24);q++)stay[q]=Math.max(stay[q],m)}bad=0};
        for(let k=0;k<r.n;k++){if(r.o[k]==="n"){close(k);from=k}else if(r.o[k]==="d")bad=1}close(r.n);
        g+=rect("cell f",24,y,w-34,h)+rect(`band${arm(i)} f`,24,f-u,w-34,u)+line("muted d",`M24 ${R1(f-u)}H${w-10}`);
        for(let q=0;q<stay.length;){let e=q;while(e<stay.length&&stay[e]===stay[q])e++;if(stay[q]>1){const m=Math.min(6,stay[q]);g+=rect("gone f",24+q,f-m*u,e-q,(m-1)*u)}q=e}
        g+=line(`arm${arm(i)} t`,`M24 ${f}H${w-10}`)+glyph(i,9,y+h/2);
        const t=r.h[0];if(t){const a=r.vs(t[0]),b=r.vs(t[1]);if(b-a>=4*r.per){const s=ms(b-a),p=x(a);let q=x(b);for(let c=0;c<stay.length;c++)if(stay[c]>2&&25+c>q&&24+c<q+50)q=25+c;if(q>w-80||q>x(b)+120)q=x(b);
          labels+=x(b)-p>7*s.length+8?word("ongone b",s,(p+x(b))/2,y+h/2+4,"middle"):word("gone h",s,q>w-80?p-5:q+5,y+11,q>w-80?"end":"start")}}});
      const d=P().det;if(d&&d[1]>d[0])g+=rect("veil",24,14,x(d[0])-24,H-16)+rect("veil",x(d[1]),14,w-10-x(d[1]),H-16);
      g+=`<rect class="win" id="win" y="13" height="${H-14}" rx="3" tabindex="0" role="slider" aria-label="Window of the pictures" aria-valuemin="0" aria-valuemax="${Math.round(length()/1e3)}"/><rect class="grip" id="grip0" y="${H/2-11}" width="7" height="24" rx="3"/><rect class="grip" id="grip1" y="${H/2-11}" width="7" height="24" rx="3"/><g pointer-events="none">${labels}</g>`;
      return`<svg viewBox="0 0 ${w} ${H}" width="${w}" height="${H}" role="group" aria-label="How long each frame stayed, over the whole run; from top to bottom: ${esc(o.map(i=>D.arms[i]).join("; "))}">${g}</svg>`}
    function brush(){const x=OX(W.over),a=x(S.a),b=Math.max(x(S.b),a+4),q=$("#win");if(!q)return;q.setAttribute("x",R1(a));q.setAttribute("width",R1(b-a));
      q.setAttribute("aria-valuenow",Math.round(S.a/1e3));q.setAttribute("aria-valuetext",`from ${sec(S.a,2)} to ${sec(S.b,2)}`);$("#grip0").setAttribute("x",R1(a-4));$("#grip1").setAttribute("x",R1(b-3))}

    """#

  /// The lanes.
  private static let lanes = #"""
    let items=[];
    function lanes(w){items=[];S.segs=[];const x=X(w),cx=u=>x(clamp(u,S.a,S.b)),o=rows().filter(i=>S.show.has(i)),modes=o.some(i=>run(i).m.length),thin=narrow(w,170),hd=thin?38:22;
      const row=hd+(modes?17:0)+10+22+4+17+16,H=18+o.length*row,within=(a,b)=>b>S.a&&a<S.b;let g=axis(x,S.a,S.b,w,w-20,12,16,H),y=18;
      for(const i of o){const r=run(i),n=drops(r),px=(w-20)*r.per/(S.b-S.a);
        g+=rect("paper f",0,y,w,hd-2)+head(i,n," here",y-1,w-10,thin);y+=hd;const top=y;
        if(modes){g+=line("grid s",`M10 ${y+7}H${w-10}`);for(const[a,b,m]of r.m)if(within(a,b)){const x0=cx(a),x1=cx(b);
          g+=rect("modeground f mode",x0,y,x1-x0,15)+rect("mode s",x0,y,x1-x0,15);const s=[`run loop in ${m} mode`,`${m} mode`,m].find(s=>7*s.length<x1-x0);if(s)g+=word("mode b",s,(x0+x1)/2,y+12,"middle");
          items.push([x0,x1,y,y+15,`run loop in ${m} mode for ${ms(b-a)}, from ${sec(a)}`])}y+=17}
        let due="",late="",tips="",worst=null,cb=[];
        for(const[b,e,l]of r.f){const u=b-l;if(u>=S.a&&u<S.b&&(px>=5||l>500))due+=`M${R1(x(u))} ${y}v9`;
          if(b>=S.a&&b<S.b){const x0=x(b),x1=Math.max(x0+1,cx(e));cb.push([x0,y+10,x1-x0,22]);
            items.push([x0-2,Math.max(x0+4,x1),y,y+32,`callback of ${D.arms[i]}, ${ms(e-b)}, ${l>500?ms(l)+" late":"on time"}, began ${sec(b,4)}`]);
            if(l>500){const q=Math.min(x0,Math.max(10,x(u)));late+=`M${R1(q)} ${y+4}H${R1(x0)}`;if(px>=13||l>r.per)tips+=`M${R1(x0)} ${y+4}l-5-3v7z`;if(!worst||l>worst[0])worst=[l,q,x0]}}}
        g+=line("ink s due",due)+line("ink s late",late)+line("ink f",tips);
        if(worst&&worst[0]>r.per*.9){const s=ms(worst[0])+" late",u=7*s.length/2+3,m=(worst[1]+worst[2])/2;if(worst[2]-worst[1]>2*u+12)g+=rect("paper f",m-u,y-2,2*u,12)+word("ink f",s,m,y+8,"middle")}
        y+=10;g+=rect("cell f",10,y,w-20,22);const part={},names=[],taken=[],tasks=[];
        for(const[a,b,k]of r.t)if(within(a,b)){const x0=cx(a),x1=Math.max(cx(b),x0+1);tasks.push([x0,cx(b)]);(part[ink(k)]=part[ink(k)]||[]).push([x0,y,x1-x0,22]);
          if(cx(b)-x0>=5)names.push([cx(b)-x0,x0,cx(b),k<0?"task":D.own[k],b-a]);items.push([x0,Math.max(x0+3,x1),y,y+22,`${k<0?"task":D.own[k]}, ${ms(b-a)}, from ${sec(a,4)}`])}
        for(const k of Object.keys(part).sort())g+=box(k+" f work",part[k]);
        g+=box(`arm${arm(i)} f firing`,cb);names.sort((p,q)=>q[0]-p[0]||p[1]-q[1]);
        for(const[u,x0,x1,s,t]of names){const full=`${s} ${ms(t)}`,into=[full,s].find(s=>7*s.length+8<u),a=into?x0+4:x1+3,e=a+7*(into||s).length+4;
          if(e<w-10&&!taken.some(([p,q])=>a<q&&e>p)&&(into||!tasks.some(([p,q])=>a<q&&e>p&&q>p))){taken.push([a,e]);g+=word(into?"ink f":"ink h",into||s,a,y+15)}}
        y+=26;g+=cells(r,i,x,y,17,true);const[k,e]=stretch(r);
        for(let q=k;q<=e;q++){const x0=cx(r.vs(q)),x1=cx(r.vs(q+1)),v=r.ow.get(q),m=(x0+x1)/2;
          if(v){g+=line("ink f overwritten",`M${R1(m)} ${y+19}l4 6h-8z`);if(px>=22&&m<w-30)g+=word("muted f","+"+v,m+6,y+28)}
          items.push([x0,x1,y,y+26,`refresh ${q} at ${sec(r.vs(q))}: ${r.o[q]==="n"?"new frame":r.o[q]==="d"?"dropped, the old frame stays":"nothing was due"}${v?`; ${v} never shown`:""}`])}
        y+=17;S.segs.push([top-2,y+4]);y+=16}
      return svg(w,H,`Lanes from ${sec(S.a)} to ${sec(S.b)}: `+o.map(i=>`${D.arms[i]}, ${drops(run(i))} dropped`).join("; "),g+'<path class="ink s" id="cursor" d=""/>')}

    """#

  /// The list of hitches and the cards.
  private static let list = #"""
    const swatch=o=>`<svg class="sw ${ink(o)}" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="f" width="10" height="10"/></svg>`;
    function list(){const r=run(S.arm),b=r.h.map(([k,e,d,o,m],n)=>`<tr class="go${n===S.row?" on":""}" data-k="${n}"><td class="r"><button class="link">${sec(r.vs(k))}</button></td><td class="r">${ms(r.vs(e)-r.vs(k))}</td><td class="r">${d}</td><td>${swatch(o)}${esc(o<0?"late frames":D.own[o])}${m>1?`<small> × ${m}</small>`:""}</td></tr>`).join("");
      $("#worst").innerHTML=r.h.length?`<table aria-label="Worst hitches of ${esc(D.arms[S.arm])}"><thead><tr><th class="r">at</th><th class="r">stays</th><th class="r">dropped</th><th>because of</th></tr></thead><tbody>${b}</tbody></table>${r.hn>r.h.length?`<p class="cap">${num(r.hn-r.h.length)} more, none longer.</p>`:""}`:'<p class="cap">No refresh was dropped.</p>'}
    function cards(){all("#cards .card>div").forEach((e,i)=>e.innerHTML=P().cards[i]);const s=$("#s-helps"),h=P().helps;if(!s)return;s.hidden=!h;if(h){$("#say-helps").textContent=h[0];$("#helps").innerHTML=h[1]}}
    function size(id){const w=Math.floor($("#"+id).clientWidth);return w>200?w:W[id]}
    function draw(part){
      W.stage=size("stage");W.lanes=size("lanes");$("#stage").innerHTML=stage(W.stage);$("#lanes").innerHTML=lanes(W.lanes);
      if(part!=="window"){W.over=size("over");$("#over").innerHTML=over(W.over);list()}
      $("#say-look").textContent=`${sec(S.a)} to ${sec(S.b)}`+(P().words?`, ${P().words}`:"")+(S.b>detail()[1]||S.a<detail()[0]||P().det&&P().det[1]<=P().det[0]?"; this point has no detail in this page":"");
      all("#chips button").forEach(b=>{b.hidden=!rows().includes(+b.dataset.i);b.setAttribute("aria-pressed",S.show.has(+b.dataset.i))});brush();now()}
    function pace(){if(!S.own){const d=(S.b-S.a)/1e6;S.speed=d>=1.2?1:d>=.35?.25:.1;$("#speed").value=String(S.speed)}}
    let later=0;function keep(){clearTimeout(later);later=setTimeout(()=>{try{history.replaceState(null,"",`#p=${S.p}&w=${Math.round(S.a/1e3)}-${Math.round(S.b/1e3)}`)}catch(e){}},200)}
    function view(a,b){const[lo,hi]=detail(),w=clamp(b-a,Math.min(6e4,hi-lo),Math.min(4e6,hi-lo));S.a=clamp(a,lo,hi-w);S.b=S.a+w;S.t=clamp(S.t,S.a,S.b-1);pace();draw("window");keep()}
    const say=s=>{$("#live").textContent=s};
    function show(n,into){const r=run(S.arm),h=r.h[n];if(!h)return;halt();S.row=n;const a=r.vs(h[0]),e=r.vs(h[1]),pad=clamp((e-a)*.6,13e4,45e4);S.t=e-r.per*.5;view(a-pad,e+pad);S.t=clamp(e-r.per*.5,S.a,S.b-1);now();
      all("#worst tr.go").forEach(t=>t.classList.toggle("on",+t.dataset.k===n));const t=$(`#worst tr[data-k="${n}"]`);if(into&&t)t.scrollIntoView({block:"nearest"});
      say(`Hitch ${n+1}: ${ms(e-a)} at ${sec(a)}, because of ${h[3]<0?"late frames":D.own[h[3]]}`)}
    function point(p,first){const q=D.points[p];S.p=p;[S.a,S.b,S.t]=q.w;S.arm=q.lead;S.show=new Set(q.show);S.row=-1;S.own=false;pace();
      const s=$("#armsel");[...s.options].forEach((o,i)=>o.textContent=`${D.arms[i]} (${num(run(i).hn)})`);s.value=String(S.arm);
      all("[data-p]").forEach(b=>b.setAttribute("aria-pressed",+b.dataset.p===p));
      all("[data-dim]").forEach(e=>{const v=dims[+e.dataset.dim];e.max=v.length-1;e.value=v.indexOf(q.v[+e.dataset.dim]);e.setAttribute("aria-valuetext",q.v[+e.dataset.dim]);e.parentNode.querySelector("output").textContent=q.v[+e.dataset.dim]});
      cards();draw();if(!first)keep()}
    const dims=(D.points[0].v||[]).map((_,i)=>[...new Set(D.points.map(q=>q.v[i]))]);

    """#

  /// Playing, keys, the pointer.
  private static let control = #"""
    let before=0,rest=0;const still=()=>matchMedia("(prefers-reduced-motion:reduce)").matches;
    function frame(t){if(!S.play)return;S.t+=Math.min(100,t-before)*1e3*S.speed;before=t;
      if(S.t>=S.b-1){S.t=S.b-1;rest=rest||t;if(t-rest>700){rest=0;S.t=S.a;if(S.auto&&++S.loops>=5){halt();S.t=clamp(P().w[2],S.a,S.b-1)}}}
      now();if(S.play)requestAnimationFrame(frame)}
    function go(){if(S.play)return;S.play=true;rest=0;$("#play").textContent="❚❚ Pause";if(S.t>=S.b-2e4)S.t=S.a;requestAnimationFrame(t=>{before=t;frame(t)})}
    function pause(){S.play=false;$("#play").textContent="▶ Play"}
    function halt(){pause();S.auto=false}
    function toggle(){S.auto=false;S.play?pause():go()}
    function step(n){halt();const r=run(S.arm);S.t=clamp(r.vs(clamp(r.at(S.t)+n,0,r.n-1))+r.per*.5,S.a,S.b-1);now();
      say(sec(S.t)+". "+rows().map(i=>{const q=run(i);return`${D.arms[i]}: ${{n:"new frame",d:"dropped",r:"nothing due"}[q.o[q.at(S.t)]]}`}).join("; "))}
    function zoom(f,c=S.t){halt();view(c-(c-S.a)*f,c+(S.b-c)*f)}
    function to(t){halt();S.t=clamp(t,S.a,S.b-1);now()}
    const keys=K=>e=>{if(e.ctrlKey||e.metaKey||e.altKey||!K[e.key])return;e.preventDefault();K[e.key]()};
    const main=keys({" ":toggle,ArrowRight:()=>step(1),ArrowLeft:()=>step(-1),Home:()=>to(S.a),End:()=>to(S.b),n:()=>show(S.row+1,1),p:()=>show(Math.max(0,S.row-1),1),"+":()=>zoom(.6),"=":()=>zoom(.6),"-":()=>zoom(1/.6)});
    for(const id of["#stage","#lanes"])on($(id),"keydown",main);
    on($("#more"),"click",e=>{S.all=!S.all;e.target.setAttribute("aria-pressed",S.all);draw()});
    on($("#play"),"click",toggle);on($("#back"),"click",()=>step(-1));on($("#on"),"click",()=>step(1));
    on($("#prev"),"click",()=>show(Math.max(0,S.row-1),1));on($("#next"),"click",()=>show(S.row+1,1));on($("#in"),"click",()=>zoom(.6));on($("#out"),"click",()=>zoom(1/.6));
    on($("#speed"),"change",e=>{S.speed=+e.target.value;S.own=true});
    on($("#stage"),"click",e=>{const b=$("#stage").getBoundingClientRect();to(S.a+(e.clientX-b.left-10)/(W.stage-20)*(S.b-S.a))});
    on($("#worst"),"click",e=>{const t=e.target.closest("tr.go");if(t)show(+t.dataset.k)});
    on($("#armsel"),"change",e=>{S.arm=+e.target.value;S.row=-1;S.show.add(S.arm);draw()});
    all("#chips button").forEach(b=>on(b,"click",()=>{const i=+b.dataset.i;if(!S.show.has(i))S.show.add(i);else if(S.show.size>1)S.show.delete(i);draw("window")}));
    all("[data-p]").forEach(b=>on(b,"click",()=>{const plays=S.play;halt();point(+b.dataset.p);if(plays)go()}));
    all("[data-dim]").forEach(e=>on(e,"input",()=>{halt();const v=[...P().v];v[+e.dataset.dim]=dims[+e.dataset.dim][+e.value];
      const near=D.points.map((q,i)=>[q.v.filter((y,j)=>y!==v[j]).length+(q.v[+e.dataset.dim]===v[+e.dataset.dim]?0:99),i]).sort((p,q)=>p[0]-q[0]||p[1]-q[1])[0];point(near[1])}));
    const O=$("#over"),at=e=>clamp((e.clientX-O.getBoundingClientRect().left-24)/(W.over-34),0,1)*length();let drag=null;
    on(O,"pointerdown",e=>{halt();const u=at(e),near=length()/(W.over-34)*9,w=S.b-S.a;drag=Math.abs(u-S.a)<near?"a":Math.abs(u-S.b)<near?"b":u>S.a&&u<S.b?{d:u-S.a}:null;
      if(!drag){view(u-w/2,u+w/2);drag={d:u-S.a}}O.setPointerCapture(e.pointerId)});
    on(O,"pointermove",e=>{const u=at(e),w=S.b-S.a;if(drag)return drag==="a"?view(Math.min(u,S.b-6e4),S.b):drag==="b"?view(S.a,Math.max(u,S.a+6e4)):view(u-drag.d,u-drag.d+w);
      const o=rows(),h=(o.length>3?20:32)+7,b=O.getBoundingClientRect(),i=o[clamp(Math.floor((e.clientY-b.top-16)/h),0,o.length-1)],r=run(i);let k=r.at(u),q=k;while(k>0&&r.o[k]!=="n")k--;do q++;while(q<r.n&&r.o[q]!=="n");
      tip($("#tip-over"),`${D.arms[i]} at ${sec(r.vs(k))}: frame stays ${ms(r.vs(q)-r.vs(k))}`,e,O)});
    on(O,"pointerup",()=>{drag=null});
    on(O,"keydown",keys({ArrowRight:()=>move(.2),ArrowLeft:()=>move(-.2),PageDown:()=>move(1),PageUp:()=>move(-1),ArrowUp:()=>zoom(.8,(S.a+S.b)/2),ArrowDown:()=>zoom(1.25,(S.a+S.b)/2),Home:()=>move(-1e9),End:()=>move(1e9)}));
    function move(f){halt();const w=S.b-S.a,d=clamp(f*w,-S.a,length()-S.b);S.t+=d;view(S.a+d,S.b+d)}
    function tip(e,s,m,box){const b=box.getBoundingClientRect();e.hidden=!s;if(!s)return;e.textContent=s;e.style.transform=`translate(${clamp(m.clientX-b.left+12,0,Math.max(0,b.width-e.offsetWidth))}px,${Math.round(m.clientY-b.top+18)}px)`}
    const L=$("#lanes");on(L,"pointermove",e=>{const b=L.getBoundingClientRect(),x=e.clientX-b.left,y=e.clientY-b.top;let f="";for(const q of items)if(x>=q[0]-1&&x<=q[1]+1&&y>=q[2]&&y<=q[3])f=q[4];tip($("#tip-lanes"),f,e,L)});
    for(const id of["over","lanes"])on($("#"+id),"pointerleave",()=>{$("#tip-"+id).hidden=true});
    on(L,"wheel",e=>{if(e.ctrlKey){e.preventDefault();zoom(e.deltaY<0?.8:1.25,S.a+(e.clientX-L.getBoundingClientRect().left-10)/(W.lanes-20)*(S.b-S.a))}},{passive:false});
    let wide=innerWidth;on(window,"resize",()=>{if(innerWidth!==wide){wide=innerWidth;draw()}});
    on(document,"visibilitychange",()=>{if(document.hidden)pause();else if(S.auto)go()});
    on($(".chip"),"click",()=>{const d=$("#expectations");if(d)d.open=true});
    all(".js[hidden]").forEach(e=>{e.hidden=false});
    function begin(){const q=/p=(\d+)&w=(\d+)-(\d+)/.exec(location.hash),p=q&&D.points[+q[1]]?+q[1]:D.first;point(p,true);
      if(q&&D.points[+q[1]]){S.t=(q[2]*1e3+q[3]*1e3)/2;view(q[2]*1e3,q[3]*1e3);return}
      if(still()||!("IntersectionObserver"in window))return;
      S.auto=true;let first=true;new IntersectionObserver(e=>{const v=e[e.length-1].isIntersecting;if(!S.auto)return;if(!v)return pause();if(first){S.t=S.a;first=false}go()},{threshold:.35}).observe($("#stage"))}
    window.lab={seek:m=>to(m*1e3),window:(a,b)=>{halt();view(a*1e3,b*1e3)},point:p=>{halt();point(p)},show,state:()=>({...S,show:[...S.show]})};
    const fits=Math.abs(size("stage")-+($("#stage svg")||{getAttribute:()=>0}).getAttribute("width"))<3;
    if(fits&&!location.hash)requestAnimationFrame(()=>setTimeout(begin));else begin();
    })();
    """#

  /// The hash by which the policy of a page lets the script in.
  static let hash = "sha256-QBmOhop6/eDV230FxMkIc6tCRSrCa+LQnE/KbmK3XrY="
}
