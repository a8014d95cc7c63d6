package io.snowkeeper.node.redis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The alternatives to commands of Redis that clients use for counting, and that do not exist here. */
final class OtherWays {

    private static final Map<String, String> WAYS = new HashMap<>();

    static {
        put(
                "EXPIRE PEXPIRE EXPIREAT PEXPIREAT PERSIST SETEX PSETEX GETEX",
                "a sequence does not expire, and one for each day is not needed: SEQ.CREATE name BLOCK 1 n PERIOD day ZONE"
                        + " Europe/Berlin creates one that counts anew each day, and SEQ.NEXT returns number and period");
        put(
                "DEL UNLINK GETDEL FLUSHDB FLUSHALL",
                "a sequence is deleted by an operator: snowkeeper sequence delete NAME --next N");
        put("GETSET MSET MSETNX", PresenceCommands.NOT_SET);
        put("DECR DECRBY", "a number that was given does not come back: INCR and INCRBY count forward");
        put("INCRBYFLOAT", "numbers are whole: INCRBY name n");
        put("HINCRBY HINCRBYFLOAT", "a sequence has no fields: INCR name:field counts by a name for each");
        put("WATCH UNWATCH", "each INCR has a number of its own: there is nothing to watch");
        put(
                "EVAL EVALSHA EVAL_RO EVALSHA_RO SCRIPT FCALL FCALL_RO",
                "there are no scripts: INCR, INCRBY and SEQ.NEXT count, several together in a pipeline or by MULTI; of"
                        + " Redisson, RAtomicLong counts, and RIdGenerator does not");
        put(
                "CLUSTER READONLY READWRITE ASKING SENTINEL",
                "a node is a standalone server for its clients: connect as to one, without cluster or sentinels");
        put("KEYS SCAN DBSIZE RANDOMKEY", "SEQ.LIST lists the names of sequences");
        put("MGET", "GET name reads one sequence: send several in a pipeline");
    }

    private OtherWays() {}

    private static void put(String commands, String way) {
        List.of(commands.split(" ")).forEach(command -> WAYS.put(command, way));
    }

    /** Returns the alternative, if there is one. */
    static Optional<String> insteadOf(String command) {
        return Optional.ofNullable(WAYS.get(command));
    }
}
