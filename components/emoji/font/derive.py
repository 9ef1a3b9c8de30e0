"""Derives Parley's emoji font from twemoji-colr-font. Usage: derive.py twemoji.woff2 common.txt out-dir"""
import sys
from fontTools import subset
from fontTools.otlLib.builder import buildLigatureSubstSubtable
from fontTools.ttLib import TTFont

source, common, out = sys.argv[1:]
VS16, ZWJ = 0xFE0F, 0x200D
# Drawn in one dark gray, which a dark theme would swallow.
SIGNS = "©®™✔✖✴➕➖➗➰〰💲🔙🔚🔛🔜🔝🟰♠♣"
TEXT_COLOR = 0xFFFF

def derived():
    font = TTFont(source)
    cmap = font.getBestCmap()
    vs16 = cmap[VS16]
    ligatures = {}
    for sub in font["GSUB"].table.LookupList.Lookup[0].SubTable:
        for first, rest in sub.ligatures.items():
            for each in rest:
                parts = (first, *each.Component)
                ligatures[parts] = each.LigGlyph
                # Chromium removes the selectors before it looks for ligatures.
                ligatures.setdefault(tuple(p for p in parts if p != vs16), each.LigGlyph)
    font["GSUB"].table.LookupList.Lookup[0].SubTable = [buildLigatureSubstSubtable(ligatures)]
    # What isn't drawn takes no room.
    for code in (VS16, ZWJ, *range(0xE0020, 0xE0080)):
        if code in cmap: font["hmtx"][cmap[code]] = (0, 0)
    for sign in SIGNS:
        for layer in font["COLR"].ColorLayers[cmap[ord(sign)]]: layer.colorID = TEXT_COLOR
    for record in font["name"].names:
        if record.nameID in (1, 4, 6, 16): record.string = "ParleyEmoji"
        if record.nameID == 0: record.string = "Twemoji by Twitter and contributors, CC-BY 4.0, changed"
    return font

def write(font, codes, name):
    options = subset.Options(layout_features=["*"], name_IDs=["*"], notdef_outline=True, glyph_names=False, hinting=False, drop_tables=["FFTM", "gasp", "cvt "])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(f"{out}/{name}.woff2")
    print(name, len(font.getGlyphOrder()), "glyphs")

everything = set(derived().getBestCmap())
few = {ord(c) for c in open(common).read() if not c.isspace()} | {ZWJ, VS16} | set(range(0x1F3FB, 0x1F400))
write(derived(), few & everything, "emoji-common")
write(derived(), everything, "emoji")
print("missing from the font:", [hex(c) for c in few - everything])
