"""Prints the records of a store as JSON, as the page format.md says: read_store.py STORE"""
import json, re, sys
from pathlib import Path

LISTS = "title handle mandatory singular key inferred".split()
SINGLES = "attribute relationship type choices length default describe renamed".split()
FRAME = re.compile(rb"(%txn .*?\n%end \d+ \d+ )[0-9a-f]{8}\n", re.S)
present, renamed, fields, records, inverses, links, result = {}, {}, {}, {}, {}, {}, {}

def crc32c(data, crc=0):
    crc ^= 0xFFFFFFFF
    for bit in (byte >> place for byte in data for place in range(8)):
        crc = crc >> 1 ^ 0x82F63B78 * ((crc ^ bit) & 1)
    return crc ^ 0xFFFFFFFF

def read_record(name, text, sign=""):  # the texts of each field; in the journal, behind a sign
    record = {}
    for field, value in re.findall(rf"^{sign}(\w+): ?(.*(?:\n{sign}\+.*)*)", text, re.M):
        field = field if (name, field) in fields else renamed.get((name, field), field)
        value = re.sub(rf"\n{sign}\+ ?", "\n", value)
        record.setdefault(field, []).append(re.sub(r"([\\\r] *) $", r"\1", value, flags=re.M))
    return record

def read_value(text, kind):  # nothing if the text does not fit; zeros mark a number
    if kind in ("integer", "int", "range", "decimal", "double", "real") and text[-1:] != ")":
        match = re.fullmatch(r"-?(0(?=\d))?\d+(\.\d+)?(e[+-]?\d+)?", text)
        return match and (text if match[1] else f"\0{text}\0")
    if kind in ("boolean", "bool"):
        return {"yes": True, "no": False}.get(text)
    return text.replace(" ", "T") + ":00" * (len(text) == 16) if kind == "localtime" else text

store, parts, files = Path(sys.argv[1]), [], []
head = read_record("", (store / "STORE").read_text("utf-8"))
if head["Format"] != ["1"] or set(head.get("Needs", [""])[0].split()) - {"localtime", "appearance", "repeat", "labels"}:
    sys.exit("a newer program made this store")
for path in sorted(store.glob(".local/*/journal-*[0-9]")):  # the frames of the journal
    data = path.read_bytes()
    end = data.index(b"\n") + 1
    number, crc = int(data.split()[3]), crc32c(data[:end])
    while frame := FRAME.match(data, end):
        crc, length = crc32c(frame[1], crc), frame[1].rindex(b"%end")
        if not frame[0].endswith(b"\n%%end %d %d %08x\n" % (number, length, crc)):
            break
        parts += re.split(r"^(?=%)", frame[1].decode(), flags=re.M)
        number, end = number + 1, frame.end()
model = (store / "model/1.rec").read_text("utf-8")
for part in [part for part in parts if part.startswith("%model\n")]:  # changes of the model
    old, new = ("\n".join(re.findall(f"^[{sign}](.*)", part, re.M)) for sign in "-+")
    model = new if old == model else model
for keyword, value in re.findall(r"^%(\w+):(.*(?:\n\+.*)*)", model, re.M):
    words = value.replace("\n+", "\n").split()
    if keyword == "rec":
        name, records[words[0]] = words[0], {}
    present.update({word: name for word in words if keyword in ("rec", "formerly")})
    renamed.update({(name, word): words[0] for word in words if keyword == "renamed"})
    named = words[0].split(",") if keyword in SINGLES else words if keyword in LISTS else []
    for kind in [fields.setdefault((name, word), ["string"]) for word in named if word != "Id"]:
        if keyword in SINGLES[:2] or keyword == "type" and kind == ["string"]:
            kind[:] = ["to-one" if word == "rec" else word for word in words[1:]]
for path in [p for p in store.glob("data/**/*.rec") if re.fullmatch(r"(\w{4}-)?\d+", p.stem)]:
    name, text = path.relative_to(store).parts[1], path.read_bytes().decode().replace("\r\n", "\n")
    text = re.sub(r"^<{7} .*\n([\s\S]*?)^([|=])\2{6}[\s\S]*?^>{7}.*\n", r"\1", text, flags=re.M)
    blocks = re.sub(r"^", "+", text, flags=re.M).split("\n+\n")
    files += [f"%new {name}/{k}\n{b}" for b in blocks for k in re.findall(r"(?m)^\+Id: ?(p\S+)", b)]
for part in files + parts:  # a record of a file counts as a new one
    match = re.match(r"%(new|put|del) (\w+)/(\S+)", part)
    if match and match[2] in present:
        kind, name, key = match[1], present[match[2]], match[3]
        old, new = ({**read_record(name, part, sign), "Id": [key]} for sign in ("-", r"\+"))
        record = records[name].setdefault(key, new) if kind == "new" else records[name].get(key, {})
        same = [f for f in {**record, **old, **new} if record.get(f, []) == old.get(f, [])]
        if kind == "put":
            record.update({field: new.get(field, []) for field in same})
        elif kind == "del" and len(same) == len({**record, **old}):
            del records[name][key]
for name in records:
    order = sorted(records[name], key=lambda key: (key[1:].partition("-")[2], len(key), key))
    records[name], result[name] = {key: records[name][key] for key in order}, []
for side, kind in fields.items():  # the records that hold each link
    for far in [(present[kind[1]], word[8:]) for word in kind if word.startswith("inverse=")]:
        inverses.update({side: far, far: side})
    for key, text in [(k, t) for k, r in records[side[0]].items() for t in r.get(side[1], [])]:
        links.setdefault((side, text), []).append(key)
rank = {side: (kind[0] == "to-many", place) for place, (side, kind) in enumerate(fields.items())}
for name in records:
    for key, record in records[name].items():
        row = {"@key" if (name, "key") in fields else "key": key}
        for side, (kind, *options) in [item for item in fields.items() if item[0][0] == name]:
            values = record.get(side[1], [])
            if kind in ("to-one", "to-many"):
                target, far = present[options[0]], inverses.get(side, side)
                found = links.get((far, key), []) if rank[far] < rank[side] else values
                keys = [k for k in values if k in found] + [k for k in found if k not in values]
                values = [f"{target}/{k}" for k in keys if k in records[target]]
            else:
                values = [v for v in [read_value(text, kind) for text in values] if v is not None]
            is_many = kind in ("tags", "to-many") or "multiple" in options
            row[side[1]] = values if is_many else values[0] if values else None
        result[name].append(row)
print(re.sub(r'"\\u0000(.*?)\\u0000"', r"\1", json.dumps(result)))
