package io.snowkeeper.node.report.fleet;

import io.snowkeeper.node.report.NodeEvent;
import java.util.List;

/**
 * An event, and who has told of it.
 *
 * @param event as the first of them told it
 * @param seenBy the names of those who told it, in their order
 */
public record SeenEvent(NodeEvent event, List<String> seenBy) {

    public SeenEvent {
        seenBy = List.copyOf(seenBy);
    }
}
