package io.snowkeeper.node.http.routing;

import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The parameters of a query, behind the question mark. Unknown parameters are refused, so that a typing error is not
 * overlooked.
 */
public record QueryParameters(Map<String, List<String>> values) {

    public QueryParameters {
        values = Map.copyOf(values);
    }

    /**
     * Refuses a call that has other parameters than these.
     *
     * @throws ProblemException if there are others, or one is given more than once
     */
    public void requireOnly(String... names) {
        Set<String> unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(Set.of(names));
        if (!unknown.isEmpty()) {
            throw ProblemException.malformed("unknown parameter: %s; %s"
                    .formatted(
                            FieldValue.shown(unknown.iterator().next()),
                            names.length == 0 ? "none is known here" : "known are " + String.join(", ", names)));
        }
        values.forEach((name, given) -> {
            if (given.size() > 1) {
                throw ProblemException.malformed("must be given once: %s=%s, %s=%s"
                        .formatted(name, FieldValue.shown(given.get(0)), name, FieldValue.shown(given.get(1))));
            }
        });
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /**
     * Returns the values as fields of a request.
     *
     * @throws ProblemException if there are others than these, or one is given more than once
     */
    public RequestFields fields(RequestKey... keys) {
        requireOnly(RequestKey.texts(keys));
        RequestFields fields = new RequestFields();
        for (RequestKey key : keys) {
            List<String> given = values.get(key.text());
            if (given != null) {
                fields.put(key, FieldValue.word(given.get(0)));
            }
        }
        return fields;
    }
}
