/** ChaosClients of a fleet that keep on asking, and write down what they are given. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.chaos.client;
