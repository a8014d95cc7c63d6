package io.snowkeeper.loadtest.chaos.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.jute.BinaryInputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.TxnLog.TxnIterator;
import org.apache.zookeeper.txn.CreateTxn;
import org.apache.zookeeper.txn.MultiTxn;
import org.apache.zookeeper.txn.SetDataTxn;
import org.apache.zookeeper.txn.Txn;
import org.jspecify.annotations.Nullable;

/**
 * Every write of a slot, in ZooKeeper's order, from the logs that its servers leave on disk. A server that was away may
 * have got missed transactions as a snapshot; acknowledged ones are in the logs of most of them.
 */
public final class TransactionLogs {

    private static final String SLOTS = "/snowkeeper/workers/";

    private final ObjectMapper mapper = new ObjectMapper();
    private final TreeMap<Long, List<SlotWrite>> writes = new TreeMap<>();

    private TransactionLogs() {}

    /**
     * Reads the logs of servers that are stopped.
     *
     * @param folders one for each server, again for each time that older data were put back: their logs begin with
     *     those data
     * @throws IOException if one cannot be read
     */
    static List<SlotWrite> read(List<List<Path>> folders) throws IOException {
        Set<Map.Entry<Long, List<SlotWrite>>> all = new LinkedHashSet<>();
        for (List<Path> servers : folders) {
            TransactionLogs logs = new TransactionLogs();
            for (Path folder : servers) {
                if (Files.isDirectory(folder)) {
                    logs.readServer(folder);
                }
            }
            logs.writes.forEach((transaction, writes) -> all.add(Map.entry(transaction, writes)));
        }
        return all.stream().flatMap(written -> written.getValue().stream()).toList();
    }

    private void readServer(Path folder) throws IOException {
        FileTxnLog log = new FileTxnLog(folder.toFile());
        try (TxnIterator transactions = log.read(0)) {
            while (transactions.getHeader() != null) {
                List<SlotWrite> found = new ArrayList<>();
                collect(transactions.getTxn(), found);
                if (!found.isEmpty()) {
                    writes.putIfAbsent(transactions.getHeader().getZxid(), found);
                }
                if (!transactions.next()) {
                    return;
                }
            }
        } finally {
            log.close();
        }
    }

    private void collect(@Nullable Record transaction, List<SlotWrite> found) throws IOException {
        if (transaction instanceof SetDataTxn set) {
            add(set.getPath(), set.getData(), found);
        } else if (transaction instanceof CreateTxn create) {
            add(create.getPath(), create.getData(), found);
        } else if (transaction instanceof MultiTxn multi) {
            boolean refused = multi.getTxns().stream().anyMatch(part -> part.getType() == OpCode.error);
            if (!refused) {
                for (Txn part : multi.getTxns()) {
                    collect(parse(part), found);
                }
            }
        }
    }

    private static @Nullable Record parse(Txn part) throws IOException {
        Record parsed = switch (part.getType()) {
            case OpCode.setData -> new SetDataTxn();
            case OpCode.create, OpCode.create2 -> new CreateTxn();
            default -> null;
        };
        if (parsed != null) {
            parsed.deserialize(BinaryInputArchive.getArchive(new ByteArrayInputStream(part.getData())), "txn");
        }
        return parsed;
    }

    private void add(String path, byte @Nullable [] data, List<SlotWrite> found) throws IOException {
        // Below a slot stand fences, which hold nothing.
        if (data != null && path.startsWith(SLOTS) && path.indexOf('/', SLOTS.length()) < 0) {
            JsonNode payload = mapper.readTree(data);
            found.add(new SlotWrite(
                    Long.parseLong(path.substring(SLOTS.length())),
                    payload.required("node").asText(),
                    Instant.parse(payload.required("reservedUntil").asText()).toEpochMilli()));
        }
    }
}
