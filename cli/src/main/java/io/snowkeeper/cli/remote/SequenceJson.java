package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.client.SequenceState;
import io.snowkeeper.core.api.SequenceNumbers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The JSON form of answers about sequences, with the keys of the line protocol. */
final class SequenceJson {

    private SequenceJson() {}

    static ObjectNode of(SequenceState state) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("sequence", state.name());
        json.put("mode", state.mode().name().toLowerCase(Locale.ROOT));
        ArrayNode from = json.putArray("from");
        ArrayNode to = json.putArray("to");
        state.ranges().forEach(range -> {
            from.add(range.from());
            to.add(range.to());
        });
        json.put("next", state.next().isPresent() ? Long.valueOf(state.next().getAsLong()) : null);
        json.put("taken", state.taken());
        json.put("remaining", state.remaining());
        json.put("returned", state.returned());
        json.put("pending", state.pending());
        json.put("keys", state.keys());
        json.put("min_block", state.minBlock());
        json.put("max_block", state.maxBlock());
        json.put("reservation_ms", state.reservationTime().toMillis());
        json.put("key_retention_ms", state.keyRetention().toMillis());
        json.put("max_keys", state.maxKeys());
        json.put("max_pending", state.maxPending());
        return json;
    }

    static ObjectNode of(SequenceNumbers taken) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        taken.numbers().forEach(json.putArray("numbers")::add);
        return json.put("reservation", taken.reservation().orElse(null));
    }

    static ObjectNode of(List<String> names, Optional<String> next) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        names.forEach(json.putArray("sequences")::add);
        next.ifPresent(name -> json.put("next", name));
        return json;
    }
}
