@echo off
rem Starts the service on this machine. Its settings are environment variables, see README.txt.
setlocal
cd /d "%~dp0"
if not defined ENGINE_DIR set ENGINE_DIR=engine
if not defined RUN_DIR set RUN_DIR=run
if exist "%ENGINE_DIR%\DynamoDBLocal.jar" goto start
runtime\bin\java -cp "lib\*" streamerapi.localstack.engines.EngineDownload engine\source.properties "%ENGINE_DIR%\DynamoDBLocal.jar" || exit /b 1
:start
runtime\bin\java @java.options -cp "lib\*;%ENGINE_DIR%\DynamoDBLocal.jar" streamerapi.localstack.LocalStack
