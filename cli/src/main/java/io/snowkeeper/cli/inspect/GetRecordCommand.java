package io.snowkeeper.cli.inspect;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.coordinator.inspect.RecordInspection;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.node.NodeFailedException;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command that prints a znode. */
@Command(
        name = "get",
        description = "Print a znode: when it was made and written, by ZooKeeper's clock, and what it holds.")
final class GetRecordCommand implements Callable<Integer> {

    @ParentCommand
    private ZkCommand parent;

    @Parameters(paramLabel = "PATH", description = "The znode, below the fleet's root.")
    private String path;

    @Override
    public Integer call() throws NodeFailedException, InterruptedException {
        return parent.look(this::print);
    }

    private void print(RecordInspection records) throws InterruptedException, NodeFailedException {
        StoredRecord record = records.read(path).orElseThrow(() -> ZkCommand.missing(records, path));
        boolean open = records.isOpen(path);
        Payload payload = Payload.of(record.payload());
        if (parent.isJson()) {
            parent.print(json(records, record, open, payload));
            return;
        }
        RecordStamp stamp = record.stamp();
        parent.print("path      " + records.describe(path));
        parent.print("version   " + stamp.version());
        parent.print("created   %s, by transaction %s".formatted(time(stamp.createdMillis()), hex(stamp.created())));
        parent.print("written   %s, by transaction %s".formatted(time(stamp.writtenMillis()), hex(stamp.written())));
        parent.print("children  " + stamp.children());
        parent.print(
                "session   " + (stamp.session() == 0 ? "none, it stays" : hex(stamp.session()) + ", it goes with it"));
        parent.print("access    " + (open ? "everybody who reaches ZooKeeper" : "not everybody"));
        parent.print("bytes     " + record.payload().length);
        payload.lines().forEach(parent::print);
    }

    private static ObjectNode json(RecordInspection records, StoredRecord record, boolean open, Payload payload) {
        RecordStamp stamp = record.stamp();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("path", records.describe(record.path()));
        body.put("version", stamp.version());
        body.put("created", time(stamp.createdMillis()));
        body.put("created_by", hex(stamp.created()));
        body.put("written", time(stamp.writtenMillis()));
        body.put("written_by", hex(stamp.written()));
        body.put("children", stamp.children());
        body.put("session", stamp.session() == 0 ? null : hex(stamp.session()));
        body.put("open", open);
        body.put("bytes", record.payload().length);
        payload.addTo(body);
        return body;
    }

    private static String hex(long number) {
        return "0x" + Long.toHexString(number);
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
