package io.snowkeeper.node.rights;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The rights of a client. Immutable. */
public final class Rights {

    /** How all of them are written. */
    private static final String EVERY = "*";

    private static final NamePattern ALL_NAMES = NamePattern.parse("*");

    /** All that there are. */
    public static final Rights ALL = whole(EnumSet.allOf(Right.class));

    /** The rights of every client on a node without a policy. */
    public static final Rights OPEN = whole(Arrays.stream(Right.values())
            .filter(Right::isOpen)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Right.class))));

    /** None, but for requests that need none. */
    public static final Rights NONE = whole(EnumSet.of(Right.NONE));

    private final Map<Right, List<NamePattern>> patterns;
    private final boolean ids;
    private final boolean allNumbers;

    private Rights(Map<Right, List<NamePattern>> patterns) {
        this.patterns = patterns;
        ids = patterns.containsKey(Right.IDS);
        allNumbers = allowsAll(Right.NEXT);
    }

    private static Rights whole(Set<Right> rights) {
        Map<Right, List<NamePattern>> patterns = new EnumMap<>(Right.class);
        rights.forEach(right -> patterns.put(right, List.of(ALL_NAMES)));
        return new Rights(patterns);
    }

    /**
     * Parses rights in a policy's form: {@code ids}, {@code next:policies.*}, {@code *} for all. The right to settle
     * includes that to confirm.
     *
     * @throws IllegalArgumentException if one of them is invalid; the message names it
     */
    public static Rights parse(Collection<String> texts) {
        Map<Right, List<NamePattern>> patterns = new EnumMap<>(Right.class);
        patterns.put(Right.NONE, List.of(ALL_NAMES));
        for (String text : texts) {
            if (text.equals(EVERY)) {
                return ALL;
            }
            add(patterns, text);
        }
        return new Rights(patterns);
    }

    private static void add(Map<Right, List<NamePattern>> patterns, String text) {
        int colon = text.indexOf(':');
        String word = colon < 0 ? text : text.substring(0, colon);
        Right right = Right.named(word)
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "there is no right " + text
                                        + "; there are ids, next:NAMES, confirm:NAMES, settle:NAMES, read:NAMES, define:NAMES, operate, and * for all"));
        if (right.isOfSequences() != (colon >= 0)) {
            throw new IllegalArgumentException(
                    right.isOfSequences()
                            ? "the right %s must name its sequences: %s:NAME, %s:PREFIX* or %s:*"
                                    .formatted(word, word, word, word)
                            : "the right %s takes no sequences: write %s, not %s".formatted(word, word, text));
        }
        NamePattern pattern = colon < 0 ? ALL_NAMES : NamePattern.parse(text.substring(colon + 1));
        patterns.computeIfAbsent(right, key -> new ArrayList<>()).add(pattern);
        if (right == Right.SETTLE) {
            patterns.computeIfAbsent(Right.CONFIRM, key -> new ArrayList<>()).add(pattern);
        }
    }

    /** Returns whether ids may be taken. Costs nothing but the read of a field. */
    public boolean allowIds() {
        return ids;
    }

    /** Returns whether numbers of all sequences may be taken. Costs nothing but the read of a field. */
    public boolean allowAllNumbers() {
        return allNumbers;
    }

    /**
     * Returns whether a call is allowed.
     *
     * @param sequence the name of the sequence that it is about; ignored if the right is not of sequences
     */
    public boolean allow(Right right, String sequence) {
        List<NamePattern> names = patterns.get(right);
        if (names == null) {
            return false;
        }
        for (NamePattern pattern : names) {
            if (pattern.matches(sequence)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a call may be allowed that is about a sequence whose name is not known yet. */
    public boolean allowSome(Right right) {
        return patterns.containsKey(right);
    }

    private boolean allowsAll(Right right) {
        return patterns.getOrDefault(right, List.of()).stream().anyMatch(NamePattern::matchesAll);
    }
}
