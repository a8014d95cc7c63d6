package io.snowkeeper.coordinator.fleet;

import java.util.List;

/**
 * The fences below a slot. A node that takes a worker id makes one, under a name that is never used again, and deletes
 * the one that it found; so as long as a fence stands, its slot was neither deleted nor taken.
 *
 * <pre>{@code
 * /workers/17/fence/_c_6f4e0d0c-4b52-4b2f-9a0e-7d1f4a0c3b11-claim-0000000042-3
 * }</pre>
 *
 * @param made whether there is a parent for them; not if it was deleted by hand
 * @param names one, unless they were changed by hand
 */
public record SlotFences(boolean made, List<String> names) {

    public static final SlotFences NONE = new SlotFences(false, List.of());

    public SlotFences {
        names = List.copyOf(names);
    }

    public static SlotFences of(String name) {
        return new SlotFences(true, List.of(name));
    }
}
