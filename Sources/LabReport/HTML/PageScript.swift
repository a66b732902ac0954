/// The script of pages, which plays a case again; the policy of a page names its hash, so nothing is ever
/// put into it.
///
/// It shows the last refresh that began before the time of the replay, as a display holds a frame. Nothing else
/// of a page needs it.
enum PageScript {
  static let text = #"""
    (()=>{"use strict";
    const $=id=>document.getElementById(id),data=JSON.parse($("replay-data").textContent);
    const canvas=$("stage"),pen=canvas.getContext("2d"),slider=$("slider"),where=$("where"),play=$("play");
    const pace=$("pace"),note=$("note"),pick=[$("first"),$("second")];
    let cast=0,time=0,playing=false,last=0,rate=0,missed=0;
    $("replay").hidden=false;
    const arms=()=>data[cast].arms,chosen=()=>pick.map(p=>arms()[p.value]||arms()[0]);
    const end=()=>data[cast].end,at=a=>{let low=0,high=a.t.length;
    while(low<high){const m=low+high>>1;if(a.t[m]<=time)low=m+1;else high=m}return low-1};
    const ink=(name,part)=>getComputedStyle(document.querySelector("#inks ."+name)).color;
    const words=(a,k)=>k<0?"nothing yet":a.k[k]==="n"?"new":a.k[k]==="d"?"dropped ("+a.c[k]+")":"repeated";
    function draw(){
    const s=devicePixelRatio||1,w=canvas.clientWidth,h=canvas.clientHeight;
    if(canvas.width!==Math.floor(w*s)||canvas.height!==Math.floor(h*s)){canvas.width=Math.floor(w*s);canvas.height=Math.floor(h*s)}
    pen.setTransform(s,0,0,s,0,0);pen.clearRect(0,0,w,h);pen.font="13px system-ui,sans-serif";
    chosen().forEach((a,row)=>{const k=at(a),y=row*h/2,x=p=>20+p*(w-40)/65536;
    pen.fillStyle=ink("ink");pen.fillText(a.label+": "+words(a,k),8,y+18);
    pen.strokeStyle=ink("grid");pen.beginPath();pen.moveTo(20,y+50);pen.lineTo(w-20,y+50);pen.stroke();
    if(k>=0&&a.p[k]!==null){const colour=ink("arm"+a.arm%6);
    if(k>0&&a.p[k-1]!==null){pen.strokeStyle=ink("muted");pen.beginPath();pen.arc(x(a.p[k-1]),y+50,9,0,7);pen.stroke()}
    pen.fillStyle=colour;pen.beginPath();pen.arc(x(a.p[k]),y+50,10,0,7);pen.fill();
    if(a.k[k]==="d"){pen.strokeStyle=ink("ink");pen.lineWidth=2;pen.beginPath();pen.arc(x(a.p[k]),y+50,14,0,7);pen.stroke();pen.lineWidth=1}}
    for(let i=-12;i<=12;i++){const n=k+i,c=w/2+i*24;if(n<0||n>=a.k.length)continue;
    pen.fillStyle=ink(a.k[n]==="d"?"gone":"cell");pen.fillRect(c-11,y+72,22,18);pen.fillStyle=ink("ink");
    pen.fillText(a.o[n]>0?"+"+a.o[n]:a.k[n]==="d"?"=":a.k[n]==="r"?"\u00b7":"",c-8,y+86);
    if(!i){pen.strokeStyle=ink("alert");pen.lineWidth=2;pen.strokeRect(c-11,y+72,22,18);pen.lineWidth=1}}});
    const a=chosen()[0],k=at(a);slider.max=a.t.length-1;slider.value=Math.max(0,k);
    const text="refresh "+a.n[Math.max(0,k)]+", "+((data[cast].start+time)/1e6).toFixed(1)+" ms, "+chosen().map(a=>a.label+": "+words(a,at(a))).join(", ");
    if(where.textContent!==text)where.textContent=text;
    }
    function step(by){stop();const a=chosen()[0],k=Math.max(0,Math.min(a.t.length-1,at(a)+by));time=a.t[k];draw()}
    function stop(){playing=false;play.textContent="Play"}
    function frame(now){if(!playing)return;const passed=now-last;if(rate&&passed>1500/rate){missed++;say()}
    last=now;time+=passed*1e6*Number(pace.value);if(time>=end()){time=end()-1;stop()}draw();if(playing)requestAnimationFrame(frame)}
    function start(){if(time>=end()-1)time=0;playing=true;missed=0;play.textContent="Stop";requestAnimationFrame(now=>{last=now;requestAnimationFrame(frame)})}
    function say(){const sim=data[cast].rate,ratio=rate/sim,fits=rate&&Math.round(ratio)>0&&Math.abs(ratio/Math.round(ratio)-1)<.005;
    pace.options[0].disabled=!fits;if(!fits&&pace.selectedIndex===0)pace.selectedIndex=2;
    note.textContent=rate?"Your display: "+rate.toFixed(1)+" Hz; simulated: "+sim.toFixed(2)+" Hz. "+(fits?"True speed is faithful here.":"True speed is off: your display cannot show every simulated refresh equally long.")+(missed?" This browser missed "+missed+" frames while playing.":""):""}
    function measure(){const deltas=[];let before=0;const tick=now=>{if(before)deltas.push(now-before);before=now;
    if(deltas.length<30)requestAnimationFrame(tick);else{deltas.sort((a,b)=>a-b);rate=1000/deltas[15];say()}};requestAnimationFrame(tick)}
    function choose(){stop();cast=Number($("case").value)||0;pick.forEach((p,i)=>{const was=p.value;p.replaceChildren();
    arms().forEach((a,n)=>{const o=document.createElement("option");o.value=n;o.textContent=a.label;p.append(o)});p.value=Math.min(i,arms().length-1)});
    time=data[cast].look;say();draw()}
    function key(e){const a=chosen()[0],keys={" ":()=>playing?stop():start(),ArrowRight:()=>step(1),ArrowLeft:()=>step(-1),Home:()=>step(-a.t.length),End:()=>step(a.t.length)};
    if(keys[e.key]){e.preventDefault();keys[e.key]()}}
    canvas.addEventListener("keydown",key);play.addEventListener("click",()=>playing?stop():start());
    $("back").addEventListener("click",()=>step(-1));$("on").addEventListener("click",()=>step(1));
    slider.addEventListener("input",()=>{stop();time=chosen()[0].t[slider.value];draw()});
    $("case").addEventListener("change",choose);pick.forEach(p=>p.addEventListener("change",draw));
    addEventListener("resize",draw);document.addEventListener("visibilitychange",()=>{if(document.hidden)stop()});
    matchMedia("(prefers-color-scheme:dark)").addEventListener("change",draw);
    window.labSeek=ms=>{stop();time=Math.max(0,Math.min(end()-1,ms*1e6-data[cast].start));draw()};
    choose();const asked=/t=([0-9.]+)/.exec(location.hash);if(asked)labSeek(Number(asked[1]));measure();
    })();
    """#

  /// The hash by which the policy of a page lets the script in.
  static let hash = "sha256-Vdw5O8hpfCgu9kh29NQTiFaUlEDAQ6qOVrIwfxeH0u0="
}
