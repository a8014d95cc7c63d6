package io.snowkeeper.core.sequence;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A page of a list: of sequences in the order of their names, or of a sequence's pending reservations in the order they
 * were made.
 *
 * @param items those on the page; perhaps fewer than were asked for, or none, where some were deleted meanwhile, cannot
 *     be read, or would make the page too large
 * @param next the {@code after} of the next page; empty if this is the last one
 */
public record Page<T>(List<T> items, Optional<String> next) {

    /** The most that a page has. */
    public static final int MAX_LIMIT = 1_000;

    public Page {
        items = List.copyOf(items);
    }

    /**
     * Returns a page of the first ones, at most {@code limit}.
     *
     * @param name the cursor of the next page if the element is the last one on this page
     */
    public Page<T> first(int limit, Function<T, String> name) {
        return items.size() <= limit
                ? this
                : new Page<>(items.subList(0, limit), Optional.of(name.apply(items.get(limit - 1))));
    }

    /** Returns a page of the mapped elements. */
    public <R> Page<R> map(Function<? super T, ? extends R> mapper) {
        return new Page<>(items.stream().<R>map(mapper).toList(), next);
    }

    /**
     * Returns a limit that is within its range.
     *
     * @throws InvalidSequenceException if it is not 1 to {@value #MAX_LIMIT}
     */
    public static int requireLimit(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new InvalidSequenceException("must be >= 1 && <= %s: limit=%s".formatted(MAX_LIMIT, limit));
        }
        return limit;
    }

    /**
     * Adds the elements of the page, and the cursor of the next page, if there is one.
     *
     * @param key the name of the list
     */
    public void writeTo(FieldWriter fields, String key, BiConsumer<T, FieldWriter> writer) {
        fields.objects(key, items, writer);
        next.ifPresent(after -> fields.text("next", after));
    }

    /** Reads the fields that {@link #writeTo} adds. */
    public static <T> Page<T> read(FieldReader fields, String key, Function<FieldReader, T> reader) {
        return new Page<>(fields.objects(key).stream().map(reader).toList(), fields.textIfGiven("next"));
    }
}
