package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.client.PendingPage;
import io.snowkeeper.client.PendingReservation;
import io.snowkeeper.client.SequenceOptions;
import io.snowkeeper.client.SequenceState;
import io.snowkeeper.client.SequenceSummary;
import io.snowkeeper.client.SequencesPage;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Retention;
import io.snowkeeper.core.text.DurationFormat;
import java.util.List;
import java.util.Locale;

/** The JSON form of answers about sequences, with the keys of the line protocol. */
final class SequenceJson {

    private SequenceJson() {}

    static ObjectNode of(SequenceState state) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("sequence", state.name());
        json.put("mode", state.mode().name().toLowerCase(Locale.ROOT));
        put(json, state.ranges());
        putStep(json, state.step());
        json.put("next", state.next().isPresent() ? Long.valueOf(state.next().getAsLong()) : null);
        json.put("taken", state.taken());
        json.put("remaining", state.remaining());
        json.put("returned", state.returned());
        json.put("pending", state.pending());
        json.put("keys", state.keys());
        SequenceOptions options = state.options();
        options.periods().ifPresent(rule -> {
            json.put("period", rule.length().text());
            json.put("zone", rule.zone().getId());
            json.put("current_period", state.currentPeriod().map(Period::text).orElse(null));
        });
        options.minBlock().ifPresent(value -> json.put("min_block", value));
        options.maxBlock().ifPresent(value -> json.put("max_block", value));
        options.reservationTime().ifPresent(value -> json.put("reservation_time", DurationFormat.format(value)));
        options.atExpiry().ifPresent(value -> json.put("at_expiry", value.text()));
        options.maxPending().ifPresent(value -> json.put("max_pending", value));
        options.keyRetention().ifPresent(value -> json.put("key_retention", Retention.format(value)));
        options.maxKeys().ifPresent(value -> json.put("max_keys", value));
        options.format().ifPresent(value -> json.put("format", value));
        options.ledgerRetention().ifPresent(value -> json.put("ledger_retention", Retention.format(value)));
        return json;
    }

    static ObjectNode of(SequenceNumbers taken) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        taken.numbers().forEach(json.putArray("numbers")::add);
        json.put("reservation", taken.reservation().orElse(null));
        if (!taken.texts().isEmpty()) {
            taken.texts().forEach(json.putArray("texts")::add);
        }
        taken.period().ifPresent(period -> json.put("period", period.text()));
        return json;
    }

    static ObjectNode of(PendingPage page) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode array = json.putArray("reservations");
        page.reservations().forEach(pending -> put(array.addObject(), pending));
        page.next().ifPresent(reservation -> json.put("next", reservation));
        return json;
    }

    private static void put(ObjectNode json, PendingReservation pending) {
        json.put("reservation", pending.reservation());
        put(json, pending.numbers());
        json.put("key", pending.key().orElse(null));
        json.put("by", pending.subject().orElse(null));
        json.put("since_ms", pending.since().toEpochMilli());
        json.put("due_ms", pending.due().toEpochMilli());
        pending.text().ifPresent(text -> json.put("text", text));
        pending.period().ifPresent(period -> json.put("period", period.text()));
    }

    private static void put(ObjectNode json, List<NumberRange> ranges) {
        ArrayNode from = json.putArray("from");
        ArrayNode to = json.putArray("to");
        ranges.forEach(range -> {
            from.add(range.from());
            to.add(range.to());
        });
    }

    private static void putStep(ObjectNode json, long step) {
        if (step != 1) {
            json.put("step", step);
        }
    }

    static ObjectNode of(SequencesPage page) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode names = json.putArray("sequences");
        ArrayNode states = json.putArray("states");
        for (SequenceSummary sequence : page.sequences()) {
            names.add(sequence.name());
            ObjectNode state = states.addObject();
            state.put("sequence", sequence.name());
            state.put("mode", sequence.mode().text());
            putStep(state, sequence.step());
            state.put(
                    "next",
                    sequence.next().isPresent() ? Long.valueOf(sequence.next().getAsLong()) : null);
            state.put("remaining", sequence.remaining());
            state.put("pending", sequence.pending());
        }
        page.next().ifPresent(name -> json.put("next", name));
        return json;
    }
}
