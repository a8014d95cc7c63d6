package io.snowkeeper.loadtest.attack.traffic;

import io.snowkeeper.loadtest.client.HttpText;
import io.snowkeeper.loadtest.client.NodePorts;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Many of one request together, then of the next one, for ever, on connections whose answers are read.
 *
 * @param connections of one attacker
 * @param port which of the node's ports is attacked
 * @param together how many bytes of each
 * @param requests as they go over the wire
 */
record RequestFloods(int connections, Function<NodePorts, InetSocketAddress> port, int together, List<String> requests)
        implements Attack {

    /** The size of a node's read. */
    private static final int READ = 64 * 1024;

    private static final String FIELDS =
            "\"sequence\":\"innocent\",\"count\":1,\"id\":1,\"ids\":[1],\"node_id\":\"n1\","
                    + "\"text\":\"1\",\"token\":\"0123456789abcdef\",\"reservation\":\"x-1\"";

    /** Returns lines of every type that changes nothing of a sequence, and some of none. Changes go to the log, by right. */
    static RequestFloods ofLines(int connections) {
        Stream<String> known = Stream.of(
                        "status init generate generate_batch generate_sortable generate_uuid decompose time_info verify_ids auth",
                        "sequence_next sequence_parse sequence_describe sequence_list sequence_pending",
                        "sequence_ledger sequence_balance sequence_confirm sequence_cancel")
                .flatMap(types -> Stream.of(types.split(" ")))
                .flatMap(type -> Stream.of("", "," + FIELDS)
                        .map(fields -> "{\"body\":{\"type\":\"%s\"%s}}".formatted(type, fields)));
        List<String> lines = Stream.concat(Stream.of("1", "", "{}"), known)
                .map(line -> line + "\n")
                .toList();
        return new RequestFloods(connections, NodePorts::line, READ, lines);
    }

    /** Returns every command that changes nothing of a sequence and ends no connection, and some that there are not. */
    static RequestFloods ofCommands(int connections) {
        List<String> commands = Stream.of(
                        List.of(
                                "COMMAND",
                                "COMMAND DOCS",
                                "COMMAND INFO" + " GET".repeat(1_000),
                                "COMMAND LIST",
                                "INFO"),
                        List.of("PING", "ECHO a", "HELLO 3", "HELLO 2", "AUTH x", "SELECT 0", "CLIENT LIST", "ROLE"),
                        List.of("RESET", "MULTI", "EXEC", "DISCARD", "", "NOSUCH", "EVAL 1", "ID.NEXT", "ID.DECODE 1"),
                        List.of(
                                "INCR innocent",
                                "INCRBY innocent 1",
                                "GET innocent",
                                "EXISTS innocent",
                                "TTL innocent"),
                        List.of("PTTL innocent", "SET innocent 0 NX", "SETNX innocent 0", "SEQ.NEXT innocent"),
                        List.of("SEQ.PARSE innocent 1", "SEQ.DESCRIBE innocent", "SEQ.LIST", "SEQ.PENDING innocent"),
                        List.of("SEQ.CONFIRM innocent x-1", "SEQ.CANCEL innocent x-1"))
                .flatMap(Collection::stream)
                .map(command -> command + "\r\n")
                .toList();
        return new RequestFloods(connections, NodePorts::redis, READ, commands);
    }

    /** Returns requests for all paths of GET, and for missing ones. */
    static RequestFloods ofReads(int connections) {
        List<String> reads = Stream.of(
                        List.of("/metrics", "/v1/fleet", "/v1/node", "/v1/fleet/nodes"),
                        List.of("/openapi.json", "/livez", "/readyz", "/", "/nosuch", "/v1/ids/1"),
                        List.of("/v1/sequences", "/v1/sequences/innocent", "/v1/sequences/innocent/pending"),
                        List.of("/v1/sequences/innocent/parse?text=1", "/v1/sequences/innocent/ledger"),
                        List.of("/v1/sequences/innocent/ledger/balance"))
                .flatMap(Collection::stream)
                .map(path -> HttpText.request("GET " + path, ""))
                .toList();
        return new RequestFloods(connections, NodePorts::http, READ / 8, reads);
    }

    @Override
    public void begin(AttackChannels channels, NodePorts target, int strength) {
        StringBuilder all = new StringBuilder();
        requests.forEach(request -> all.append(request.repeat(Math.max(1, together / request.length()))));
        Payload payload = Payload.endless(all.toString());
        channels.keep(
                port.apply(target),
                connections * strength,
                () -> new PayloadSender(payload, PayloadSender.Answers.READ, channels.traffic()));
    }
}
