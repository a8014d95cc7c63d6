/** Gatling's part that speaks the line protocol: its protocol, its actions, and their work over a connection. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.gatling;
