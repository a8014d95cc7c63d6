package io.snowkeeper.node.http.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.coordinator.sequence.PendingPage;
import io.snowkeeper.coordinator.sequence.PendingReservation;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceOption;
import java.util.List;
import java.util.OptionalLong;

/** Sequences as objects of JSON. */
final class SequenceJson {

    private SequenceJson() {}

    /** @param format how the numbers of the sequence are written; counts of other things are numbers always */
    static ObjectNode write(SequenceDescription sequence, IdFormat format) {
        SequenceDefinition definition = sequence.definition();
        ObjectNode body = Json.object();
        body.put("sequence", definition.name());
        body.put("mode", definition.mode().text());
        putRanges(body, definition.ranges(), format);
        if (definition.step() != 1) {
            put(body, "step", definition.step(), format);
        }
        put(body, "next", sequence.next(), format);
        put(body, "taken", sequence.taken(), format);
        put(body, "remaining", sequence.remaining(), format);
        put(body, "returned", sequence.returned(), format);
        body.put("used_share", sequence.shareUsed());
        body.put("pending", sequence.pending());
        body.put("keys", sequence.keys());
        SequenceAnswer.Described.writePeriods(new JsonFields(body), sequence);
        SequenceOption.write(new JsonFields(body), definition.mode(), definition.options());
        return body;
    }

    /** @param format how the numbers of the sequence are written */
    static ObjectNode write(PendingPage page, IdFormat format) {
        ObjectNode body = Json.object();
        ArrayNode reservations = body.putArray("reservations");
        for (PendingReservation pending : page.reservations()) {
            ObjectNode item = reservations.addObject();
            item.put("reservation", pending.reservation());
            putRanges(item, pending.runs(), format);
            item.put("key", pending.key().orElse(null));
            item.put("by", pending.subject().orElse(null));
            item.put("since", pending.since().toString());
            item.put("due", pending.due().toString());
            page.format().flatMap(pending::text).ifPresent(text -> item.put("text", text));
            pending.period().ifPresent(period -> item.put("period", period.text()));
        }
        return body.put("next", page.next().orElse(null));
    }

    /** @param format how the number is written */
    static ObjectNode write(SequenceAnswer.Parsed parsed, IdFormat format) {
        ObjectNode body = Json.object();
        body.put("valid", parsed.problem().isEmpty());
        put(
                body,
                "number",
                parsed.number().isPresent()
                        ? OptionalLong.of(parsed.number().get().number())
                        : OptionalLong.empty(),
                format);
        body.put(
                "period",
                parsed.number()
                        .flatMap(BusinessNumber::period)
                        .map(Period::text)
                        .orElse(null));
        return body.put("problem", parsed.problem().orElse(null));
    }

    private static void putRanges(ObjectNode body, List<NumberRange> ranges, IdFormat format) {
        ArrayNode items = body.putArray("ranges");
        ranges.forEach(range -> {
            ObjectNode item = items.addObject();
            put(item, "from", range.from(), format);
            put(item, "to", range.to(), format);
        });
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
