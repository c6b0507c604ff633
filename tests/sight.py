"""How colors look to people with normal and with color-blind sight, and how far they are apart.

Sight: the matrices of Machado, Oliveira and Fernandes (A Physiologically-based Model for
Simulation of Color Vision Deficiency, IEEE TVCG 15(6), 2009) for severity 1, on linear RGB.
Contrast: that of the Web Content Accessibility Guidelines 2. Difference: CIEDE2000, as
Sharma, Wu and Dalal (Color Research & Application 30(1), 2005) write it down.
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

RGB = tuple[float, float, float]

SIGHTS: dict[str, tuple[RGB, RGB, RGB]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

_TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


def seen(color: tuple[int, int, int], sight: str) -> RGB:
    """Gives the linear RGB, 0 to 1, that somebody with that sight sees instead of an sRGB color of 0 to 255."""
    linear = [part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in color]
    red, green, blue = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in SIGHTS[sight])
    return min(max(red, 0), 1), min(max(green, 0), 1), min(max(blue, 0), 1)


def contrast(one: RGB, other: RGB) -> float:
    """Gives the contrast of two linear colors, 1 to 21."""
    low, high = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(color: RGB) -> RGB:
    """Gives CIE L*, a*, b* of a linear color, under the white of sRGB."""

    def root(value: float) -> float:
        return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116

    x, y, z = (root(sum(a * b for a, b in zip(row, color, strict=True)) / sum(row)) for row in _TO_XYZ)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: RGB, other: RGB) -> float:
    """Gives the CIEDE2000 of two colors in L*, a*, b*: 1 is about the least that can be seen side by side."""
    (light_1, a_1, b_1), (light_2, a_2, b_2) = one, other
    chroma = (hypot(a_1, b_1) + hypot(a_2, b_2)) / 2
    stretch = 1.5 - 0.5 * sqrt(chroma**7 / (chroma**7 + 25**7))
    a_1, a_2 = a_1 * stretch, a_2 * stretch
    chroma_1, chroma_2 = hypot(a_1, b_1), hypot(a_2, b_2)
    hue_1, hue_2 = degrees(atan2(b_1, a_1)) % 360, degrees(atan2(b_2, a_2)) % 360
    turn = mean_hue = 0.0
    if chroma_1 * chroma_2 == 0:
        mean_hue = hue_1 + hue_2
    else:
        turn = (hue_2 - hue_1 + 180) % 360 - 180
        if hue_2 - hue_1 == 180:  # either way round is as far
            turn = 180.0
        mean_hue = (hue_1 + hue_2) / 2
        if abs(hue_1 - hue_2) > 180:
            mean_hue += 180 if hue_1 + hue_2 < 360 else -180
    hue = 2 * sqrt(chroma_1 * chroma_2) * sin(radians(turn / 2))
    light, chroma = (light_1 + light_2) / 2, (chroma_1 + chroma_2) / 2
    weight = 1 - 0.17 * cos(radians(mean_hue - 30)) + 0.24 * cos(radians(2 * mean_hue))
    weight += 0.32 * cos(radians(3 * mean_hue + 6)) - 0.2 * cos(radians(4 * mean_hue - 63))
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((mean_hue - 275) / 25) ** 2))))
    of_light = (light_2 - light_1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    of_chroma = (chroma_2 - chroma_1) / (1 + 0.045 * chroma)
    of_hue = hue / (1 + 0.015 * chroma * weight)
    return sqrt(of_light**2 + of_chroma**2 + of_hue**2 + rotation * of_chroma * of_hue)
