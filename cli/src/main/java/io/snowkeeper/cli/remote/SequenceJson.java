package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceSummary;
import io.snowkeeper.node.http.routing.ObjectFields;

/** The JSON form of answers about sequences that are no single value, with the keys of the line protocol. */
final class SequenceJson {

    private SequenceJson() {}

    static ObjectNode of(SequenceNumbers taken) {
        return ObjectFields.of(fields -> {
            fields.numbers(
                    "numbers",
                    taken.numbers().stream().mapToLong(Long::longValue).toArray());
            fields.text("reservation", taken.reservation());
            if (!taken.texts().isEmpty()) {
                fields.texts("texts", taken.texts());
            }
            taken.period().map(Period::text).ifPresent(period -> fields.text("period", period));
        });
    }

    static ObjectNode of(Page<SequenceSummary> page) {
        return ObjectFields.of(fields -> {
            fields.texts(
                    "sequences",
                    page.items().stream().map(SequenceSummary::name).toList());
            page.writeTo(fields, "states", SequenceSummary::writeTo);
        });
    }
}
