package io.snowkeeper.cli.fleet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A node's answers about its fleet. */
final class FleetAnswers {

    private static final ObjectMapper JSON = new ObjectMapper();

    private FleetAnswers() {}

    /** A fleet of one node that has reserved its worker id for 20 s more. */
    static JsonNode fleet(boolean connected) {
        return json("""
                {"as_of":"2026-01-01T00:00:30Z","answered_at":"2026-01-01T00:00:40Z","fleet":"f",
                "fleet_name":"orders-prod","connected":%s,
                "verdict":{"text":"ids and sequences are given by 1 of 2 nodes"},
                "zookeeper":{"servers":["zk1:2181","zk2:2181"],"away_since":"2026-01-01T00:00:31Z"},
                "worker_ids":{"total":1024,"free":1022,"live":1,"resting":1},
                "slots":[{"worker_id":7,"state":"live","node":"n1","reserved_until":"2026-01-01T00:01:00Z"},
                {"worker_id":8,"state":"resting","node":"n9","reserved_until":"2026-01-01T00:00:50Z"},
                {"worker_id":9,"state":"free","node":"n9","reserved_until":"2025-01-01T00:00:00Z"}],
                "nodes":[{"name":"n1","kind":"node","worker_id":7,"self":true,"endpoints":["n1:7070","http://n1:7071"],
                "since":"2025-12-31T00:00:00Z","skew_ms":-3,"ids_per_second":18400.4,
                "state":"ready","reason":null,"version":"0.1.0","reserved_until":"2026-01-01T00:01:00Z"},
                {"name":"n2","kind":"node","worker_id":null,"self":false,"endpoints":["n2:7070"],
                "since":"2025-12-31T00:00:00Z","skew_ms":null,"ids_per_second":null,
                "state":"refusing","reason":"no-free-worker-id","version":"0.1.0","reserved_until":null}]}""".formatted(connected));
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
