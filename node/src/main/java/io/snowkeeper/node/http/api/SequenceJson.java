package io.snowkeeper.node.http.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.node.http.routing.Formats;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.JsonBody;
import io.snowkeeper.node.http.routing.ProblemException;
import io.snowkeeper.node.service.message.IdFormat;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Sequences as objects of JSON. */
final class SequenceJson {

    private static final String NAME = "sequence";
    private static final String MODE = "mode";
    private static final String RANGES = "ranges";
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String MIN_BLOCK = "min_block";
    private static final String MAX_BLOCK = "max_block";
    private static final String RESERVATION_MS = "reservation_ms";
    private static final String KEY_RETENTION_MS = "key_retention_ms";
    private static final String MAX_KEYS = "max_keys";
    private static final String MAX_PENDING = "max_pending";

    private static final String[] OPTIONS = {
        MIN_BLOCK, MAX_BLOCK, RESERVATION_MS, KEY_RETENTION_MS, MAX_KEYS, MAX_PENDING
    };

    private static final String[] DEFINITION =
            Stream.concat(Stream.of(NAME, MODE, RANGES), Stream.of(OPTIONS)).toArray(String[]::new);

    private SequenceJson() {}

    /** Values that are out of their range become problems. */
    static <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (SequenceException e) {
            throw ProblemException.malformed(String.valueOf(e.getMessage()));
        }
    }

    static SequenceDefinition definition(JsonBody body) {
        body.requireOnly(DEFINITION);
        return new SequenceDefinition(
                body.text(NAME),
                mode(body.text(MODE)),
                body.objects(RANGES).stream().map(SequenceJson::range).toList(),
                options(body, SequenceOptions.DEFAULT));
    }

    static NumberRange range(JsonBody body) {
        body.requireOnly(FROM, TO);
        return new NumberRange(body.number(FROM), body.number(TO));
    }

    /** @throws ProblemException if it has anything but options, or they are no numbers */
    static JsonBody onlyOptions(JsonBody body) {
        body.requireOnly(OPTIONS);
        for (String option : OPTIONS) {
            body.number(option, 0);
        }
        return body;
    }

    /** Returns the present options with those that the body names. */
    static SequenceOptions options(JsonBody body, SequenceOptions present) {
        return new SequenceOptions(
                body.number(MIN_BLOCK, present.minBlock()),
                body.number(MAX_BLOCK, present.maxBlock()),
                Duration.ofMillis(
                        body.number(RESERVATION_MS, present.reservationTime().toMillis())),
                Duration.ofMillis(
                        body.number(KEY_RETENTION_MS, present.keyRetention().toMillis())),
                toInt(body.number(MAX_KEYS, present.maxKeys())),
                toInt(body.number(MAX_PENDING, present.maxPending())));
    }

    /** What does not fit is above or below every limit still. */
    private static int toInt(long value) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
    }

    private static SequenceMode mode(String text) {
        return SequenceMode.of(text)
                .orElseThrow(() -> ProblemException.malformed(
                        "mode must be block, ordered or gapless: mode=" + Formats.shown(text)));
    }

    /** @param format how the numbers of the sequence are written; counts of other things are numbers always */
    static ObjectNode write(SequenceDescription sequence, IdFormat format) {
        SequenceDefinition definition = sequence.definition();
        SequenceOptions options = definition.options();
        ObjectNode body = Json.object();
        body.put(NAME, definition.name());
        body.put(MODE, definition.mode().text());
        ArrayNode ranges = body.putArray(RANGES);
        definition.ranges().forEach(range -> {
            ObjectNode item = ranges.addObject();
            put(item, FROM, range.from(), format);
            put(item, TO, range.to(), format);
        });
        put(body, "next", sequence.next(), format);
        put(body, "taken", sequence.taken(), format);
        put(body, "remaining", sequence.remaining(), format);
        put(body, "returned", sequence.returned(), format);
        body.put("used_share", sequence.shareUsed());
        body.put("pending", sequence.pending());
        body.put("keys", sequence.keys());
        body.put(MIN_BLOCK, options.minBlock());
        body.put(MAX_BLOCK, options.maxBlock());
        body.put(RESERVATION_MS, options.reservationTime().toMillis());
        body.put(KEY_RETENTION_MS, options.keyRetention().toMillis());
        body.put(MAX_KEYS, options.maxKeys());
        body.put(MAX_PENDING, options.maxPending());
        return body;
    }

    private static void put(ObjectNode body, String key, OptionalLong value, IdFormat format) {
        if (value.isPresent()) {
            put(body, key, value.getAsLong(), format);
        } else {
            body.putNull(key);
        }
    }

    private static void put(ObjectNode body, String key, long value, IdFormat format) {
        if (format == IdFormat.STRING) {
            body.put(key, Long.toString(value));
        } else {
            body.put(key, value);
        }
    }
}
