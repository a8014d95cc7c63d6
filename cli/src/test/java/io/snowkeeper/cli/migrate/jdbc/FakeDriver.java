package io.snowkeeper.cli.migrate.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

/** A driver for {@code jdbc:fake:}, whose database is away. */
public final class FakeDriver implements Driver {

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith("jdbc:fake:");
    }

    @Override
    public Connection connect(String url, Properties login) throws SQLException {
        throw new SQLException("nobody is at home\n  for " + login.getProperty("user"));
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties login) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger(FakeDriver.class.getPackageName());
    }
}
