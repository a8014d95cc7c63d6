/** Connections to servers: opened, encrypted, greeted, watched, and left alone for a while when they fail. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.client.internal.connection;
