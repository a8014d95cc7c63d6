package sample;

import io.snowkeeper.client.SnowkeeperClient;

/** Says whether ids of a fleet increase. */
class ClientIds {

    public static void main(String[] arguments) {
        try (SnowkeeperClient client =
                SnowkeeperClient.builder().servers(arguments[0]).build()) {
            long first = client.next();
            System.out.println(client.next() > first);
        }
    }
}
