package io.snowkeeper.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.cli.Run;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The refusals of serve before it starts anything. */
@Timeout(60)
class ServeCommandTest {

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal(
                        "--zookeeper and --embedded-zookeeper-port exclude each other: no ZooKeeper is embedded where one is given",
                        "--zookeeper",
                        "127.0.0.1:2181",
                        "--embedded-zookeeper-port",
                        "2182"),
                refusal(
                        "--bind 0.0.0.0 needs --zookeeper: without it the node runs a ZooKeeper of its own, on 127.0.0.1, and a node on another machine would be of another fleet and give the same ids; if this is to be the only node, give --embedded-zookeeper",
                        "--bind",
                        "0.0.0.0"),
                refusal(
                        "--bind :: needs --zookeeper: without it the node runs a ZooKeeper of its own, on 127.0.0.1, and a node on another machine would be of another fleet and give the same ids; if this is to be the only node, give --embedded-zookeeper",
                        "--bind",
                        "::"),
                refusal(
                        "--zookeeper and --embedded-zookeeper exclude each other: no ZooKeeper is embedded where one is given",
                        "--zookeeper",
                        "127.0.0.1:2181",
                        "--embedded-zookeeper"),
                refusal(
                        "--state-dir none needs --zookeeper: the ZooKeeper in this process keeps its data in the state folder",
                        "--state-dir",
                        "none"),
                refusal("must be >= 1s && <= 1h: --window 500ms", "--window", "500ms"),
                refusal("must be >= 1s && <= 5m: --session-timeout 10m", "--session-timeout", "10m"),
                refusal("must be >= 100ms && <= 1h: --max-skew 0s", "--max-skew", "0s"),
                refusal("must be >= 100ms && <= 1m: --sequence-timeout 99ms", "--sequence-timeout", "99ms"),
                refusal("must be >= 0s && <= 1m: --max-rollback-wait 2m", "--max-rollback-wait", "2m"),
                refusal("must be >= 0s && <= 5m: --drain-timeout 6m", "--drain-timeout", "6m"),
                refusal("must be >= 0 && <= 65535: --port 65536", "--port", "65536"),
                refusal("must be >= 0 && <= 65535: --embedded-zookeeper-port -1", "--embedded-zookeeper-port=-1"),
                refusal("must be >= 1 && <= 1000000: --max-batch 0", "--max-batch", "0"),
                refusal("must be >= 1 && <= 1000000: --max-connections 0", "--max-connections", "0"),
                refusal("must be >= 0 && <= 10000: --busy-poll-micros 10001", "--busy-poll-micros", "10001"),
                refusal("must be >= 0s && <= 24h: --idle-timeout 25h", "--idle-timeout", "25h"),
                refusal("must be >= 1s && <= 24h, or 0: --max-connection-age 500ms", "--max-connection-age", "500ms"),
                refusal(
                        "--proxy-protocol and --proxy-protocol-from need each other: the ports, and the proxies' addresses",
                        "--proxy-protocol",
                        "line"),
                refusal(
                        "--proxy-protocol: must be line, redis or http, separated by commas, or all: lines",
                        "--proxy-protocol",
                        "lines",
                        "--proxy-protocol-from",
                        "10.0.0.0/8"),
                refusal(
                        "--proxy-protocol-from: must be networks such as 10.0.0.0/8 or 2001:db8::/32, separated by commas: balancer",
                        "--proxy-protocol",
                        "all",
                        "--proxy-protocol-from",
                        "balancer"),
                refusal(
                        "--admin-token-file: cannot be read: no such file: no-such-token",
                        "--admin-token-file",
                        "no-such-token"),
                refusal(
                        "--policy-file: no-such-policy: cannot be read: no such file: no-such-policy",
                        "--policy-file",
                        "no-such-policy"),
                refusal(
                        "--audit-log cannot be written: no such file: no-such-folder/audit.log",
                        "--audit-log",
                        "no-such-folder/audit.log"),
                refusal(
                        "--tls-certificate needs --tls-key: the private key of that certificate",
                        "--tls-certificate",
                        "node.pem"),
                refusal("--tls-key needs --tls-certificate: the certificate of that key", "--tls-key", "node.key"),
                refusal(
                        "--tls-client-ca does nothing without --tls-certificate and --tls-key",
                        "--tls-client-ca",
                        "ca.pem"),
                refusal(
                        "--tls-client-auth does nothing without --tls-client-ca",
                        "--tls-certificate",
                        "node.pem",
                        "--tls-key",
                        "node.key",
                        "--tls-client-auth",
                        "line"),
                refusal(
                        "Invalid value for option '--tls-client-auth': must be both or line: 'http'",
                        "--tls-client-auth",
                        "http"),
                refusal(
                        "--tls-certificate, --tls-key or --tls-client-ca: file does not exist: no-such.pem",
                        "--tls-certificate",
                        "no-such.pem",
                        "--tls-key",
                        "no-such.key"),
                refusal(
                        "--zookeeper-auth-file cannot be read: no such file: no-such-login",
                        "--zookeeper-auth-file",
                        "no-such-login"),
                refusal(
                        "--zookeeper-tls-keystore needs --zookeeper-tls-ca: without TLS, no certificate is shown",
                        "--zookeeper-tls-keystore",
                        "node.pem"),
                refusal(
                        "--zookeeper-tls-ca needs --zookeeper: the ZooKeeper in this process has no TLS, and listens on 127.0.0.1 alone",
                        "--zookeeper-tls-ca",
                        "ca.pem"),
                refusal(
                        "no certificates in PEM can be read to trust ZooKeeper's: no-such-ca: no such file: no-such-ca",
                        "--zookeeper",
                        "127.0.0.1:1",
                        "--zookeeper-tls-ca",
                        "no-such-ca",
                        "--state-dir",
                        "none",
                        "--port",
                        "0"),
                refusal(
                        "--allowed-hosts: must be names of hosts without a port, separated by commas, or * for any: n1:7071",
                        "--allowed-hosts",
                        "n1:7071"),
                refusal(
                        "must be host:port, IPv6 addresses in brackets: --advertise example.org",
                        "--advertise",
                        "example.org"),
                refusal(
                        "must be an address that other machines can reach: --advertise [::]:7070",
                        "--advertise",
                        "[::]:7070"),
                refusal(
                        "must be an address that other machines can reach: --advertise 0.0.0.0:7070",
                        "--advertise",
                        "0.0.0.0:7070"),
                refusal(
                        "must be 1 to 100 letters, digits, '.', '_' and '-', the first a letter or a digit: --name ../n1",
                        "--name",
                        "../n1"),
                refusal(
                        "Invalid value for option '--layout': widths must sum to 63, or to 53 for JavaScript: 41/10/13 sum to 64",
                        "--layout",
                        "41/10/13"),
                refusal(
                        "Invalid value for option '--epoch': must be a time in UTC, such as 2024-01-01T00:00:00Z, Unix milliseconds, or the name of one: baidu, cosid, discord, instagram, leaf, sonyflake, tsid, twitter: 'yesterday'",
                        "--epoch",
                        "yesterday"),
                refusal(
                        "Invalid value for option '--layout': tick must be 1ms, 10ms or 1s: tick=2s",
                        "--layout",
                        "31/10/22@2s"),
                refusal(
                        "Invalid value for option '--worker-range': must be the first and the last worker id, such as 512-1023: 512",
                        "--worker-range",
                        "512"),
                refusal(
                        "must be within the layout's worker ids, 0-1023: --worker-range 512-1024",
                        "--worker-range",
                        "512-1024"),
                refusal("must be >= 1 && <= 2: --worker-ids 3", "--worker-range", "5-6", "--worker-ids", "3"),
                refusal(
                        "Invalid value for option '--not-before': must be a time in UTC, to the millisecond, such as 2024-01-01T00:00:00Z: 'now'",
                        "--not-before",
                        "now"),
                refusal(
                        "must be within the layout's time, which ends at 2093-09-06T15:47:35.551Z: --not-before 2100-01-01T00:00:00Z",
                        "--not-before",
                        "2100-01-01T00:00:00Z"),
                refusal(
                        "ZooKeeper's address must be host:port[,host:port...][/chroot]: --zookeeper a b; servers are separated by commas",
                        "--zookeeper",
                        "a b",
                        "--state-dir",
                        "none",
                        "--port",
                        "0"),
                refusal("Unmatched argument at index 1: 'now'", "now"));
    }

    private static Arguments refusal(String message, String... options) {
        return Arguments.of(message, List.of(options));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusesWhatCannotWork(String message, List<String> options) {
        String[] arguments = Stream.concat(Stream.of("serve"), options.stream()).toArray(String[]::new);

        assertThat(Run.of(arguments))
                .isEqualTo(new Run(2, "", "snowkeeper: " + message + "\nTry 'snowkeeper serve --help'.\n"));
    }

    @Test
    void namesTheNearestOfAnUnknownOption() {
        assertThat(Run.of("serve", "--windw", "60s")).isEqualTo(new Run(2, "", """
                                snowkeeper: Unknown options: '--windw', '60s'
                                Possible solutions: --window
                                Try 'snowkeeper serve --help'.
                                """));
    }

    @Test
    void asksForACommand() {
        assertThat(Run.of()).isEqualTo(new Run(2, "", """
                        snowkeeper: Missing command: serve, stdio, decompose, ids, status, fleet, sequence, import, doctor, retire, recover, token, completion
                        Try 'snowkeeper --help'.
                        """));
    }

    @Test
    void aFleetsNameIsShortAndPrintable() {
        assertThat(Run.of("serve", "--fleet-name", "a\tb")).isEqualTo(new Run(2, "", """
                        snowkeeper: must be 1 to 64 printable characters: --fleet-name a\\u0009b
                        Try 'snowkeeper serve --help'.
                        """));
    }

    @Test
    void helpNamesTheOptions() {
        String help = Run.of("serve", "--help").out();

        assertThat(help)
                .contains("--zookeeper=", "--embedded-zookeeper-port=", "--port=", "--bind=", "--advertise=")
                .contains("--name=", "--worker-ids=", "--state-dir=", "--window=", "--session-timeout=", "--max-skew=")
                .contains("--max-rollback-wait=", "--accept-clock-rollback", "--layout=", "--epoch=", "--config=")
                .contains("--worker-range=", "--not-before=")
                .contains("--max-batch=", "--max-connections=", "--idle-timeout=", "--drain-timeout=")
                .contains("--busy-poll-micros=")
                .contains("--redis-port=", "--redis-create=")
                .contains("--http-port=", "--ready-margin=", "--drain-delay=", "--fleet-name=", "--admin-token-file=")
                .contains("--allowed-hosts=", "--policy-file=", "--audit-log=")
                .contains("--max-connection-age=", "--proxy-protocol=", "--proxy-protocol-from=")
                .contains("--tls-certificate=", "--tls-key=", "--tls-client-ca=", "--tls-client-auth=")
                .contains("--zookeeper-auth-file=", "--zookeeper-tls-ca=", "--zookeeper-tls-keystore=");
    }

    @Test
    void sequencesAreCreatedByClientsOfRedisOnlyWhereTheyConnect() {
        assertThat(Run.of("serve", "--redis-create", "block")).isEqualTo(new Run(2, "", """
                        snowkeeper: --redis-create needs --redis-port
                        Try 'snowkeeper serve --help'.
                        """));
        assertThat(Run.of("serve", "--redis-port", "0", "--redis-create", "gapless"))
                .isEqualTo(new Run(2, "", """
                        snowkeeper: must be block: --redis-create=gapless
                        Try 'snowkeeper serve --help'.
                        """));
        assertThat(Run.of("serve", "--redis-port", "70000")).isEqualTo(new Run(2, "", """
                        snowkeeper: must be >= 0 && <= 65535: --redis-port 70000
                        Try 'snowkeeper serve --help'.
                        """));
    }

    @Test
    void stdioRefusesALoginWithoutAFleet() {
        assertThat(Run.of("stdio", "--zookeeper-auth-file", "login")).isEqualTo(new Run(2, "", """
                        snowkeeper: --zookeeper-auth-file does nothing without --zookeeper
                        Try 'snowkeeper stdio --help'.
                        """));
    }

    @Test
    void stdioRefusesFleetOptionsWithoutAFleet() {
        assertThat(Run.of("stdio", "--window", "60s")).isEqualTo(new Run(2, "", """
                        snowkeeper: --window does nothing without --zookeeper
                        Try 'snowkeeper stdio --help'.
                        """));
    }
}
