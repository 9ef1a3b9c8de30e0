"use client";

import { Check } from "lucide-react";
import { useRadix } from "@/components/ui/late-radix";
import { MenuLabel } from "@/components/ui/menu";
import { themes, toTheme } from "./theme";
import { useTheme } from "./use-theme";

/** The choice of a theme inside a menu, which stays open so that one sees what one chooses. */
export function ThemeItems() {
  const [theme, setTheme] = useTheme();
  const DropdownMenu = useRadix()?.DropdownMenu;
  return (
    DropdownMenu && (
      <DropdownMenu.RadioGroup aria-label="Theme" value={theme} onValueChange={(value) => setTheme(toTheme(value))}>
        <MenuLabel>Theme</MenuLabel>
        {themes.map(({ value, label }) => (
          <DropdownMenu.RadioItem
            key={value}
            value={value}
            onSelect={(event) => event.preventDefault()}
            className="target-y flex select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-surface-hover"
          >
            <span className="flex size-4 shrink-0 items-center justify-center">
              <DropdownMenu.ItemIndicator>
                <Check aria-hidden="true" className="size-4 text-accent" />
              </DropdownMenu.ItemIndicator>
            </span>
            {label}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    )
  );
}
