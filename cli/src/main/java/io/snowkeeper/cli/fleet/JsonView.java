package io.snowkeeper.cli.fleet;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.text.PrintableText;
import java.io.PrintWriter;
import java.time.Instant;

/** A view that prints an object of JSON on a line of its own for each look. */
final class JsonView implements WatchView {

    private final PrintWriter out;

    JsonView(PrintWriter out) {
        this.out = out;
    }

    @Override
    public boolean show(WatchedFleet fleet) {
        ObjectNode look = JsonNodeFactory.instance.objectNode();
        look.put("at", fleet.at().toString());
        look.put("url", fleet.last().map(Sighting::url).orElse(null));
        look.put("stale_since", fleet.staleSince().map(Instant::toString).orElse(null));
        look.put("problem", fleet.problem().orElse(null));
        look.set("fleet", fleet.last().map(Sighting::fleet).orElse(null));
        out.println(PrintableText.of(look.toString()));
        return !out.checkError();
    }
}
