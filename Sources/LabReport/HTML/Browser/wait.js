// The script of the page in which the lab runs draws when the lab is being unpacked, beside it.
await engine.begun;
